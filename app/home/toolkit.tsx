import type { Content } from "#content/en/index.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { tools } from "./tools.ts";

/** A wall of stones that need no mortar, each with its mark, and the way past it. */
export function Toolkit({ text, locale }: { text: Content["home"]["toolkit"]; locale: Locale }) {
  return (
    <section aria-labelledby="toolkit-heading" className="overflow-clip">
      <div className="page columns">
        <h2 id="toolkit-heading" className="text-section lg:col-span-8">
          {text.heading}
        </h2>
        <p className="mt-4 max-w-[52ch] text-lead text-muted lg:col-span-8">{text.lead}</p>
        <div className="@container relative z-1 mt-[calc(var(--spacing-heading)+2.5rem)] lg:col-span-8">
          <Wren />
          <ul className="stone-wall">
            {tools.map(([name, mark]) => (
              <li key={name}>
                <svg viewBox="0 0 24 24" className="size-7 shrink-0 fill-current" aria-hidden>
                  <path d={mark} />
                </svg>
                <span>{name}</span>
              </li>
            ))}
          </ul>
          <Gorse className="absolute bottom-[calc(100%-0.75rem)] left-[22%] w-16 lg:w-24" />
          <Gorse className="absolute -right-3 -bottom-2 w-14 -scale-x-100 lg:-right-10 lg:w-20" />
        </div>
        <div className="max-lg:mt-10 lg:col-span-4 lg:self-end lg:pb-8">
          <h3 className="text-title">{text.callHeading}</h3>
          <p className="mt-2 mb-6 max-w-[36ch] text-muted">{text.callText}</p>
          <ButtonLink to={localePath(locale, "/#contact")} data-track="toolkit-contact" data-track-section="toolkit">
            {text.call}
          </ButtonLink>
        </div>
      </div>
      <Meadow />
    </section>
  );
}

/** It sings on walls, and is hardly larger than a mark. */
function Wren() {
  return (
    <svg viewBox="0 0 64 52" className="absolute right-[12%] bottom-[calc(100%-0.375rem)] w-16" aria-hidden>
      <path d="M14 30c0-13 11-18 22-15 4-5 11-4 12 1l9 3-8 3c0 12-9 19-20 17-9-1-15-4-15-9z" className="fill-[oklch(0.5_0.06_60)]" />
      <path d="M17 27 8 4l8 3 9 16zM29 39l-2 12M36 39v12" className="fill-[oklch(0.42_0.06_55)] stroke-[oklch(0.42_0.06_55)] stroke-2" />
      <path d="M28 32c5 4 13 2 16-4M20 29c4-7 12-8 17-4" className="fill-none stroke-[oklch(0.75_0.05_70)] stroke-2" />
      <path d="M44 18h.1" className="stroke-foam stroke-4 [stroke-linecap:round]" />
    </svg>
  );
}

function Gorse({ className }: { className: string }) {
  return (
    <svg viewBox="0 0 120 96" className={className} aria-hidden>
      <g className="fill-none stroke-[oklch(0.5_0.09_140)] stroke-4 [stroke-linecap:round]">
        <path d="M60 94C56 70 44 52 22 36M60 94c-2-26-2-48 4-78M60 94c4-26 18-44 40-56M48 62 30 66M40 50 38 32M62 56 48 44M63 40l14-10M74 62l22 2M86 50l2-18M52 74 36 82M68 74l18 8" />
      </g>
      <path
        d="M22 36h.1M38 32h.1M64 16h.1M48 44h.1M78 30h.1M100 38h.1M88 32h.1M30 66h.1M96 64h.1M64 58h.1M74 46h.1"
        className="fill-none stroke-toxo stroke-12 [stroke-linecap:round]"
      />
    </svg>
  );
}

/** What the wall stands on. */
function Meadow() {
  return (
    <svg viewBox="0 0 1440 120" preserveAspectRatio="xMinYMax slice" className="meadow" aria-hidden>
      <path d="M0 120V40c210-34 420-22 640 2s520 14 800-32v110z" />
      <path
        className="blades"
        d="M90 32l-6-18M98 31l4-20M106 31l10-14M420 28l-8-16M428 28l2-22M436 28l9-15M1010 57l-8-18M1018 56l4-20M1026 56l10-16M1270 37l-6-16M1278 36l6-18"
      />
    </svg>
  );
}
