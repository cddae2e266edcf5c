import type { Content } from "#content/en/index.ts";
import { agency } from "#content/agency.ts";
import { Icon } from "#app/ui/icon.tsx";

type Props = { text: Content["contact"]["lines"]; section: string; className?: string };

/** To call, or to write by WhatsApp: what the agency's data have. */
export function DirectLines({ text, section, className }: Props) {
  const { phone, whatsapp }: { phone: string; whatsapp: string } = agency;
  if (!phone && !whatsapp) return;
  const look = "inline-flex min-h-12 items-center gap-2 font-semibold text-ink underline underline-offset-4";
  return (
    <p className={className}>
      {phone && (
        <a href={`tel:${phone}`} className={look} data-track="call" data-track-section={section}>
          <Icon name="lucide:phone" />
          {text.call}
        </a>
      )}
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
