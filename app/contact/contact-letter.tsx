import type { Locale } from "#content/locales.ts";
import { ContactForm } from "./contact-form.tsx";
import type { ContactTexts } from "./contact-texts.server.ts";
import type { ContactReply } from "./contact-reply.ts";
import { Envelope } from "./envelope.tsx";
import { Slip } from "./slip.tsx";
import { Team } from "./team.tsx";
import type { Mode } from "#backend/requests/request.ts";

type Props = { text: ContactTexts; locale: Locale; mode: Mode; reply?: ContactReply; level: "h1" | "h2" };

/**
 * A letter at nightfall: the envelope with the agency's address, and the sheet with its lines to fill in. Whoever would rather call or write
 * by themselves finds the way before the form: on wide screens beside it, on narrow ones above it.
 */
export function ContactLetter({ text, locale, mode, reply, level: Heading }: Props) {
  return (
    <div className="desk">
      <div className="page columns gap-y-8 pt-edge pb-section lg:gap-y-0 lg:pt-section">
        <div className="letter-top lg:col-span-8">
          <Heading id="contact-heading" className="text-section">
            {text.heading}
          </Heading>
          <p className="mt-6 max-w-[46ch] text-lead">{text.lead}</p>
        </div>
        <div className="lg:col-span-4 lg:row-span-2 lg:self-start">
          <Envelope text={text} />
          <Team {...text.team} />
        </div>
        <div className="letter lg:col-span-8">
          {text.slip && <Slip text={text.slip} locale={locale} />}
          <ContactForm text={text} locale={locale} mode={mode} reply={reply} />
        </div>
      </div>
    </div>
  );
}
