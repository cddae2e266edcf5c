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

/** The look of those that we build with every day. */
const ours = "bg-foam font-display text-[1.375rem]";

/** A wall of marks, and the way past it. */
export function Toolkit({ text, locale }: { text: Content["home"]["toolkit"]; locale: Locale }) {
  return (
    <section aria-labelledby="toolkit-heading" className="border-y border-line bg-shade">
      <div className="mx-auto grid max-w-7xl gap-x-8 gap-y-10 px-5 py-24 lg:grid-cols-12">
        <div className="lg:col-span-4">
          <h2 id="toolkit-heading" className="text-heading">
            {text.heading}
          </h2>
          <p className="mt-4 max-w-[40ch] text-muted">{text.lead}</p>
        </div>
        <ul className="tool-wall grid gap-px lg:col-span-8">
          {tools.map(([name, mark], index) => (
            <li
              key={name}
              className={`grid justify-items-start gap-3 px-4 py-5 font-semibold outline outline-line ${index < 3 ? ours : ""}`}
            >
              {/* A picture that comes when it is near: drawn into the page, the marks would be an eighth of it. */}
              <img src={`${marks}#${mark}`} alt="" width="24" height="24" loading="lazy" className="size-[1.75em]" />
              {name}
            </li>
          ))}
        </ul>
        <div className="flex flex-wrap items-end justify-between gap-6 lg:col-span-8 lg:col-start-5">
          <div className="max-w-[36ch]">
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
