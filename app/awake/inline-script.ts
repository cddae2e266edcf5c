// The script inside every page: it runs before the first paint, and must stay small. What it does stands beside its subjects, in files
// that end in `.inline.ts`; scripts/inline-script.ts bundles them, and app/root.tsx puts the text into <head>.
import { answerConsentForm, markConsent } from "#app/consent/consent.inline.ts";
import { numberForms } from "#app/contact/form-number.inline.ts";
import { loadHeadingFace } from "#app/fonts/heading-face.inline.ts";
import { followLinks, tidyMenu } from "#app/shell/links.inline.ts";
import { answerThemeSwitch, markTheme } from "#app/shell/theme.inline.ts";
import { reloadWhenFilesAreGone } from "./reload-if-newer.inline.ts";
import { wakeAtFirstSign, wakeWhenIdle } from "./waking.inline.ts";

markTheme();
const allowsTags = markConsent();
loadHeadingFace();
wakeAtFirstSign();
if (allowsTags) wakeWhenIdle();
reloadWhenFilesAreGone();
followLinks();
tidyMenu();
numberForms();
answerThemeSwitch();
answerConsentForm();

// Back to a page that the browser kept as it was left: the choice may have been made since, on another page.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  markTheme();
  markConsent();
  dispatchEvent(new Event("consent"));
});
