import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { phoneGroups } from "#content/format.ts";
import { whatsappAddress } from "./direct-lines.tsx";

/** How to reach the agency without the site. */
export function AgencyData({ text, whatsapp }: { text: Content["contact"]["data"]; whatsapp: string }) {
  const numbers: { phone: string; whatsapp: string } = agency;
  const { street, postalCode, city, province } = agency.address;
  return (
    <address className="not-italic">
      <dl className="grid gap-4">
        <div>
          <dt className="text-sm text-muted">{text.email}</dt>
          <dd>
            <a href={`mailto:${agency.email}`}>{agency.email}</a>
          </dd>
        </div>
        {numbers.phone && (
          <div>
            <dt className="text-sm text-muted">{text.phone}</dt>
            <dd>
              <a href={`tel:${numbers.phone}`}>{phoneGroups(numbers.phone)}</a>
            </dd>
          </div>
        )}
        {numbers.whatsapp && (
          <div>
            <dt className="text-sm text-muted">{whatsapp}</dt>
            <dd>
              <a href={whatsappAddress(numbers.whatsapp)}>{phoneGroups(numbers.whatsapp)}</a>
            </dd>
          </div>
        )}
        <div>
          <dt className="text-sm text-muted">{text.address}</dt>
          <dd>
            {street}, {postalCode} {city} ({province})
          </dd>
        </div>
      </dl>
    </address>
  );
}
