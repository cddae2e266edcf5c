import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { phoneGroups } from "#content/format.ts";
import { whatsappAddress } from "./direct-lines.tsx";

/** How to reach the agency without the site. */
export function AgencyData({ text, whatsapp }: { text: Content["contact"]["data"]; whatsapp: string }) {
  const { phone, whatsapp: number }: { phone: string; whatsapp: string } = agency;
  const { street, postalCode, city, province } = agency.address;
  return (
    <address className="clear-both not-italic">
      <dl className="flex flex-wrap gap-x-6 gap-y-3 lg:gap-y-4">
        <div className="basis-full">
          <dt className="text-sm text-muted">{text.email}</dt>
          <dd>
            <a href={`mailto:${agency.email}`}>{agency.email}</a>
          </dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{text.phone}</dt>
          <dd>
            <a href={`tel:${phone}`} data-track="call" data-track-section="contact">
              {phoneGroups(phone).replaceAll(" ", "\u00a0")}
            </a>
          </dd>
        </div>
        {number && (
          <div>
            <dt className="text-sm text-muted">{whatsapp}</dt>
            <dd>
              <a href={whatsappAddress(number)} data-track="whatsapp" data-track-section="contact">
                {phoneGroups(number).replaceAll(" ", "\u00a0")}
              </a>
            </dd>
          </div>
        )}
        <div className="basis-full">
          <dt className="text-sm text-muted">{text.address}</dt>
          <dd>
            {street}, {postalCode} {city} ({province})
          </dd>
        </div>
      </dl>
    </address>
  );
}
