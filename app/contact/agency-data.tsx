import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { phoneGroups } from "#content/format.ts";

/** How to reach the agency without the site. */
export function AgencyData({ text }: { text: Content["contact"]["data"] }) {
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
        <div>
          <dt className="text-sm text-muted">{text.phone}</dt>
          <dd>
            <a href={`tel:${agency.phone}`}>{phoneGroups(agency.phone)}</a>
          </dd>
        </div>
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
