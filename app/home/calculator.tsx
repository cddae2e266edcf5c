import { useEffect, useRef, useState, type FormEvent } from "react";
import { Form } from "react-router";
import type { Content } from "#content/en/index.ts";
import { offer } from "#content/agency.ts";
import { fill } from "#content/format.ts";
import { localePath, type Locale } from "#content/locales.ts";
import { askedSections, choiceQuery, extraSections, maintenancePlans, readChoice, type Choice, type ExtraSection } from "#content/quote.ts";
import { Button } from "#app/ui/button.tsx";
import { Receipt } from "./receipt.tsx";
import { Sketch } from "./sketches.tsx";

type Props = {
  text: Content["offer"];
  locale: Locale;
  choice: Choice;
  /** What the address asked for and the price does not cover. */
  tooMany: ExtraSection[];
  onChoose: (choice: Choice) => void;
};

/**
 * What the offer costs with what a visitor wants of it. A plain form: without JavaScript the server answers it with the sums. The
 * controls keep their own state, because they may have been used before React was awake.
 */
export function Calculator({ text, locale, choice, tooMany, onChoose }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const [out, setOut] = useState(tooMany);
  const [used, setUsed] = useState(false);

  function follow(element: HTMLFormElement) {
    const given = new FormData(element);
    const ticked = askedSections(given);
    // In the order in which they were ticked: one too many takes the place of the first.
    const kept = choice.sections.filter((section) => ticked.includes(section));
    const picked = [...kept, ...ticked.filter((section) => !kept.includes(section))];
    const leaving = picked.slice(0, Math.max(0, picked.length - offer.sections.chosen));
    for (const box of element.querySelectorAll<HTMLInputElement>("input[name=section]")) {
      if (leaving.includes(box.value as ExtraSection)) box.checked = false;
    }
    const next = { ...readChoice(given), sections: picked.slice(leaving.length) };
    setOut(leaving);
    setUsed(true);
    onChoose(next);
    keepInAddress(next);
  }

  useEffect(() => {
    const given = new FormData(form.current!);
    if (choiceQuery({ ...readChoice(given), sections: askedSections(given) }) !== choiceQuery(choice)) follow(form.current!);
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- Once: what was chosen before React was awake.
  }, []);

  const { sections, maintenance, report } = text.calculator;
  return (
    <Form
      ref={form}
      id="calculator"
      action={localePath(locale, "/#receipt")}
      onChange={(event: FormEvent<HTMLFormElement>) => follow(event.currentTarget)}
      className="columns mt-section gap-y-12"
      aria-labelledby="calculator-heading"
    >
      <div className="lg:col-span-7">
        <h3 id="calculator-heading" className="text-heading">
          {text.calculator.heading}
        </h3>
        <p className="mt-4 max-w-[40ch] text-lead">{text.calculator.lead}</p>
        <fieldset aria-describedby="sections-hint" className="mt-heading">
          <legend className="max-w-full font-display text-title font-bold hyphens-auto wrap-anywhere">{sections.legend}</legend>
          <p id="sections-hint" className="mt-2 max-w-[60ch] text-muted">
            {sections.hint}
          </p>
          <div className="mt-4 grid gap-3 sm:grid-cols-2">
            {extraSections.map((section) => (
              <label key={section} className="option sm:last:odd:col-span-2">
                <input type="checkbox" name="section" value={section} defaultChecked={choice.sections.includes(section)} />
                <span>{text.sections[section]}</span>
                <Sketch name={section} />
              </label>
            ))}
          </div>
          {/* Two lines of room, so that nothing moves. */}
          <p role="status" className="mt-3 min-h-[3.2em] font-semibold">
            {out.length > 0 && fill(sections.tooMany, { out: out.map((section) => text.sections[section]).join(", ") })}
          </p>
        </fieldset>
        <fieldset className="mt-2">
          <legend className="max-w-full font-display text-title font-bold hyphens-auto wrap-anywhere">{maintenance.legend}</legend>
          <div className="mt-4 grid gap-3">
            {maintenancePlans.map((plan) => (
              <label key={plan} className="option">
                <input type="radio" name="maintenance" value={plan} defaultChecked={choice.maintenance === plan} />
                <span>{maintenance[plan]}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <fieldset aria-describedby="report-hint" className="mt-10">
          <legend className="max-w-full font-display text-title font-bold hyphens-auto wrap-anywhere">{report.legend}</legend>
          <label className="option mt-4">
            <input type="checkbox" name="report" value="yes" defaultChecked={choice.report} />
            <span>{report.label}</span>
          </label>
          <p id="report-hint" className="mt-2 text-muted">
            {report.hint}
          </p>
        </fieldset>
        <p className="mt-8 hidden noscript:block">
          <Button look="quiet">{text.calculator.update}</Button>
        </p>
      </div>
      <Receipt text={text} locale={locale} choice={choice} speaks={used} />
    </Form>
  );
}

/** So that the way back from the contact form leads to the same choice. React Router need not load the page for it. */
function keepInAddress(choice: Choice) {
  const address = new URL(location.href);
  for (const name of ["section", "maintenance", "report"]) address.searchParams.delete(name);
  for (const [name, value] of new URLSearchParams(choiceQuery(choice))) address.searchParams.append(name, value);
  history.replaceState(history.state, "", address);
}
