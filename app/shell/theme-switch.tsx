import type { Content } from "#content/en/index.ts";
import { Icon } from "#app/ui/icon.tsx";

const icons = { system: "lucide:monitor", light: "lucide:sun", dark: "lucide:moon" } as const;

/** A form that the server answers with the cookie; with JavaScript the inline script acts at once. */
export function ThemeSwitch({ text }: { text: Content["shell"]["theme"] }) {
  return (
    <form method="post" action="/theme">
      <fieldset className="flex gap-1">
        <legend className="sr-only">{text.label}</legend>
        {Object.entries(icons).map(([theme, icon]) => (
          <button
            key={theme}
            name="theme"
            value={theme}
            title={text[theme as keyof typeof icons]}
            className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded-full text-muted hover:text-tide"
          >
            <span className="theme-current absolute inset-0 rounded-full bg-shade">
              <span className="sr-only">({text.current})</span>
            </span>
            <Icon name={icon} className="relative" />
            <span className="sr-only">{text[theme as keyof typeof icons]}</span>
          </button>
        ))}
      </fieldset>
    </form>
  );
}
