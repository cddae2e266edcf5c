import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = { text: Content["contact"]["lines"]; section: string; className?: string; whatsapp?: string };

/** To call, and to write by WhatsApp where the agency has a number for it. */
export function DirectLines({ text, section, className, whatsapp = agency.whatsapp }: Props) {
  const look = "inline-flex min-h-12 items-center gap-2 font-semibold text-ink underline underline-offset-4";
  return (
    <p className={className}>
      <a href={`tel:${agency.phone}`} className={look} data-track="call" data-track-section={section}>
        <Icon name="lucide:phone" />
        {text.call}
      </a>
      {whatsapp && (
        <a href={whatsappAddress(whatsapp)} className={look} data-track="whatsapp" data-track-section={section}>
          <Icon name="lucide:message-circle" />
          {text.whatsapp}
        </a>
      )}
    </p>
  );
}

export function whatsappAddress(number: string): string {
  return `https://wa.me/${number.replace("+", "")}`;
}
