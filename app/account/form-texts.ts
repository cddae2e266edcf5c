import { useLocation, useRouteLoaderData } from "react-router";
import type { Content } from "#content/en/index.ts";
import { localeOf } from "#content/locales.ts";

/** What all forms of the account pages say. */
export type FormTexts = { summary: string; required: string; unreachable: string; password: Content["account"]["passwordField"] };

/** The pages' common layout gives it; an error may stand in its place. */
export function useFormTexts(): FormTexts | undefined {
  const locale = localeOf(useLocation().pathname);
  return useRouteLoaderData<() => { forms: FormTexts }>(`${locale}/account`)?.forms;
}
