import type { Locale } from "#content/locales.ts";
import { AgencyData } from "./agency-data.tsx";
import { ContactForm } from "./contact-form.tsx";
import type { ContactTexts } from "./contact-texts.server.ts";
import type { ContactReply } from "./contact-reply.ts";
import { Slip } from "./slip.tsx";
import type { Mode } from "#backend/requests/request.ts";

type Props = { text: ContactTexts; locale: Locale; mode: Mode; reply?: ContactReply; level: "h1" | "h2" };

/** A letter: what it is about, the lines to fill in, a signature, and the agency's address at the side. */
export function ContactLetter({ text, locale, mode, reply, level: Heading }: Props) {
  return (
    <div className="mx-auto grid max-w-5xl gap-x-16 gap-y-12 px-5 py-20 md:grid-cols-[1fr_15rem] lg:py-28">
      <div>
        <Heading id="contact-heading" className="text-heading">
          {text.heading}
        </Heading>
        <p className="mt-6 mb-10 max-w-[46ch] text-lead">{text.lead}</p>
        {text.slip && <Slip text={text.slip} locale={locale} />}
        <ContactForm text={text} locale={locale} mode={mode} reply={reply} />
      </div>
      <div className="border-line md:border-l md:pl-8">
        <p className="mb-6 font-display text-title text-muted">{text.sign}</p>
        <AgencyData text={text.data} />
      </div>
    </div>
  );
}
