import { AgencyData } from "./agency-data.tsx";
import type { ContactTexts } from "./contact-texts.server.ts";
import { Stamp } from "./stamp.tsx";

export function Envelope({ text }: { text: Pick<ContactTexts, "sign" | "data" | "lines"> }) {
  return (
    <div className="envelope">
      <Stamp />
      <p className="mb-4 font-display lg:pt-20 text-title font-bold">{text.sign}</p>
      <AgencyData text={text.data} whatsapp={text.lines.whatsapp} />
    </div>
  );
}
