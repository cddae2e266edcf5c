import { useEffect, useRef, type ComponentProps, type KeyboardEvent } from "react";

type Props = Omit<ComponentProps<"input">, "defaultValue"> & {
  /** What the page shows the answer to. */
  answered?: string;
};

/**
 * The field of a search. Somebody may type on before the answer is there, and it leaves their text alone; another address, such as that of the
 * way back, brings its own. Escape leaves the field, not the text.
 */
export function SearchField({ answered = "", ...props }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef<string>(undefined);
  const shown = useRef(answered);
  useEffect(() => {
    const { form } = field.current!;
    const ask = () => (asked.current = field.current!.value.trim());
    form?.addEventListener("submit", ask, true);
    form?.addEventListener("formdata", dropEmpty);
    return () => {
      form?.removeEventListener("submit", ask, true);
      form?.removeEventListener("formdata", dropEmpty);
    };
  }, []);
  useEffect(() => {
    if (shown.current === answered) return;
    shown.current = answered;
    if (asked.current !== answered.trim()) field.current!.value = answered;
    asked.current = undefined;
  }, [answered]);
  return (
    <input
      ref={field}
      name="q"
      type="search"
      dir="auto"
      defaultValue={answered}
      onKeyDown={leaveAtEscape}
      className="field mt-0! min-h-11! py-1.5!"
      {...props}
    />
  );
}

/** What nobody asked for does not stand in the address. */
function dropEmpty({ formData }: FormDataEvent) {
  for (const [name] of [...formData].filter(([, value]) => value === "")) formData.delete(name);
}

function leaveAtEscape(event: KeyboardEvent<HTMLInputElement>) {
  // With some keyboards it ends the choice of a letter.
  if (event.key !== "Escape" || event.nativeEvent.isComposing) return;
  // Browsers would empty the field.
  event.preventDefault();
  event.currentTarget.blur();
}
