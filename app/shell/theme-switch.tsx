import { useContext } from "react";
import type { Content } from "#content/en/index.ts";
import { DocumentContext } from "#app/document.ts";
import { Icon } from "#app/ui/icon.tsx";

const icons = { system: "lucide:monitor", light: "lucide:sun", dark: "lucide:moon" } as const;

/** A form that the server answers with the cookie; with JavaScript the inline script acts at once, and tells what is pressed. */
export function ThemeSwitch({ text }: { text: Content["shell"]["theme"] }) {
  const atServer = useContext(DocumentContext).theme;
  const current = (import.meta.env.SSR ? atServer : document.documentElement.dataset.theme) ?? "system";
  return (
    <form method="post" action="/theme">
      <fieldset className="flex gap-1">
        <legend className="sr-only">{text.label}</legend>
        {Object.entries(icons).map(([theme, icon]) => (
          <button
            key={theme}
            name="theme"
            value={theme}
            aria-pressed={theme === current}
            suppressHydrationWarning
            title={text[theme as keyof typeof icons]}
            className="relative inline-flex size-11 cursor-pointer items-center justify-center rounded-full text-muted hover:text-tide"
          >
            <span className="theme-current absolute inset-0 rounded-full border-2 border-ink" />
            <Icon name={icon} className="relative" />
            <span className="sr-only">{text[theme as keyof typeof icons]}</span>
          </button>
        ))}
      </fieldset>
    </form>
  );
}
