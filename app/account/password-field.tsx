import { useRef, useState, type ComponentProps } from "react";
import { useHydrated } from "#app/awake/use-hydrated.ts";
import { TextField } from "#app/ui/field.tsx";
import { useFormTexts } from "./form-texts.ts";
import type { Strength } from "./password-strength.ts";

type Props = Omit<ComponentProps<typeof TextField>, "type" | "onInput" | "onFocus"> & { autoComplete: "current-password" | "new-password" };

/** A password, which can be shown; a new one with a hint of how good it is. Without JavaScript it is a field like any other. */
export function PasswordField({ className, ...props }: Props) {
  const text = useFormTexts()?.password;
  const isAwake = useHydrated();
  const [isShown, setShown] = useState(false);
  const [strength, setStrength] = useState<Strength>();
  const field = useRef<HTMLDivElement>(null);
  const isNew = props.autoComplete === "new-password";

  /** The list of common passwords is large: it comes when somebody is about to choose one. */
  async function estimate() {
    const input = field.current?.querySelector("input");
    const form = input?.form;
    if (!isNew || !input || !form) return;
    const others = ["email", "username", "name"].flatMap((name) => (form.elements.namedItem(name) as HTMLInputElement | null)?.value || []);
    try {
      const { strengthOf } = await import("./password-strength.ts");
      setStrength(input.value ? strengthOf(input.value, others) : undefined);
    } catch {
      // Out of reach, there is no hint; the service decides all the same.
    }
  }

  return (
    <div className={`relative ${className ?? ""}`} ref={field}>
      <TextField {...props} type={isShown ? "text" : "password"} spellCheck={false} onFocus={estimate} onInput={estimate} />
      {isAwake && text && (
        <button
          type="button"
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="absolute top-0 right-0 cursor-pointer px-1 text-sm underline underline-offset-4"
        >
          {isShown ? text.hide : text.show}
        </button>
      )}
      {isNew && (
        <p role="status" className="mt-1 text-sm font-semibold empty:hidden">
          {strength && text?.[strength]}
        </p>
      )}
    </div>
  );
}
