import type { Locale } from "#content/locales.ts";
import { ContactForm } from "./contact-form.tsx";
import type { ContactTexts } from "./contact-texts.server.ts";
import type { ContactReply } from "./contact-reply.ts";
import { DirectLines } from "./direct-lines.tsx";
import { Envelope } from "./envelope.tsx";
import { Slip } from "./slip.tsx";
import { Team } from "./team.tsx";
import type { Mode } from "#backend/requests/request.ts";

type Props = { text: ContactTexts; locale: Locale; mode: Mode; reply?: ContactReply; level: "h1" | "h2" };

/** A letter at nightfall: the sheet with its lines to fill in, and the envelope with the agency's address. */
export function ContactLetter({ text, locale, mode, reply, level: Heading }: Props) {
  return (
    <div className="desk">
      <div className="page columns gap-y-8 pt-edge pb-section lg:pt-section">
        <div className="letter lg:col-span-8">
          <Heading id="contact-heading" className="text-section">
            {text.heading}
          </Heading>
          <p className="mt-6 max-w-[46ch] text-lead">{text.lead}</p>
          <DirectLines text={text.lines} section="contact" className="mt-3 flex flex-wrap gap-x-6 lg:hidden" />
          <div className="mt-8">
            {text.slip && <Slip text={text.slip} locale={locale} />}
            <ContactForm text={text} locale={locale} mode={mode} reply={reply} />
          </div>
        </div>
        <div className="lg:col-span-4">
          <Envelope text={text} />
          <Team {...text.team} />
        </div>
      </div>
    </div>
  );
}
