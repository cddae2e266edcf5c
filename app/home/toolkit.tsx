import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import marks from "./marks.svg";

/** The tools, ours first. Names are trademarks of their owners and the same in every language. */
const tools = [
  ["Vue.js", "vuedotjs"],
  ["Nuxt", "nuxt"],
  ["Quasar", "quasar"],
  ["TypeScript", "typescript"],
  ["Vite", "vite"],
  ["Vitest", "vitest"],
  ["Tailwind CSS", "tailwindcss"],
  ["Capacitor", "capacitor"],
  ["Storybook", "storybook"],
  ["Supabase", "supabase"],
  ["Stripe", "stripe"],
  ["Git", "git"],
] as const;

/** A wall of marks, and the way past it. */
export function Toolkit({ text, locale }: { text: Content["home"]["toolkit"]; locale: Locale }) {
  return (
    <section aria-labelledby="toolkit-heading" className="later toolkit">
      <div>
        <div>
          <h2 id="toolkit-heading" className="text-heading">
            {text.heading}
          </h2>
          <p className="mt-4 text-muted">{text.lead}</p>
        </div>
        <ul className="tool-wall">
          {tools.map(([name, mark]) => (
            <li key={name}>
              {/* A picture that comes when it is near: drawn into the page, the marks would be an eighth of it. */}
              <img src={`${marks}#${mark}`} alt="" width="24" height="24" loading="lazy" />
              {name}
            </li>
          ))}
        </ul>
        <div className="tool-call">
          <div>
            <h3 className="text-title">{text.callHeading}</h3>
            <p className="mt-2 text-muted">{text.callText}</p>
          </div>
          <ButtonLink to={localePath(locale, "/#contact")} data-track="toolkit-contact" data-track-section="toolkit">
            {text.call}
          </ButtonLink>
        </div>
      </div>
    </section>
  );
}
