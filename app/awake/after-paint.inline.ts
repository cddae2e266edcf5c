// The script at the end of every page: what can wait until there is something to see. Until it runs, the page works as it does without
// JavaScript.
import { allowsTags, answerConsentForm, keepBannerInSight, markConsent } from "#app/consent/consent.inline.ts";
import { numberForms } from "#app/contact/form-number.inline.ts";
import { holdUnsentForms } from "#app/contact/unsent-form.inline.ts";
import { showOwnFigures } from "#app/home/proof.inline.ts";
import { followLinks, tidyMenu } from "#app/shell/links.inline.ts";
import { markSession } from "#app/shell/session.inline.ts";
import { answerThemeSwitch, markTheme } from "#app/shell/theme.inline.ts";
import { reloadWhenFilesAreGone } from "./reload-if-newer.inline.ts";
import { wakeAtFirstSign, wakeWhenIdle } from "./waking.inline.ts";

wakeAtFirstSign();
if (allowsTags()) wakeWhenIdle();
reloadWhenFilesAreGone();
followLinks();
tidyMenu();
numberForms();
holdUnsentForms();
answerThemeSwitch();
answerConsentForm();
keepBannerInSight();
showOwnFigures();

// Back to a page that the browser kept as it was left: the choice may have been made since, on another page.
addEventListener("pageshow", ({ persisted }) => {
  if (!persisted) return;
  markTheme();
  markSession();
  markConsent();
  dispatchEvent(new Event("consent"));
});
