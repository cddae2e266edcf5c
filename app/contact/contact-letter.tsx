import type { Locale } from "#content/locales.ts";
import { AgencyData } from "./agency-data.tsx";
import { ContactForm } from "./contact-form.tsx";
import type { ContactTexts } from "./contact-texts.server.ts";
import type { ContactReply } from "./contact-reply.ts";
import type { Mode } from "#backend/requests/request.ts";

type Props = { text: ContactTexts; locale: Locale; mode: Mode; reply?: ContactReply; level: "h1" | "h2" };

/** A letter: what it is about, the lines to fill in, a signature, and the agency's address at the side. */
export function ContactLetter({ text, locale, mode, reply, level: Heading }: Props) {
  return (
    <div className="letter">
      <div>
        <Heading id="contact-heading" className="text-heading">
          {text.heading}
        </Heading>
        <p className="letter-lead">{text.lead}</p>
        <ContactForm text={text} locale={locale} mode={mode} reply={reply} />
      </div>
      <div>
        <p className="letter-sign">{text.sign}</p>
        <AgencyData text={text.data} />
      </div>
    </div>
  );
}
