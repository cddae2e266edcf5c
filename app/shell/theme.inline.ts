import { readCookie, writeCookie } from "#app/consent/browser-cookie.ts";
import { readTheme, themeCookie } from "./theme-cookie.ts";

/** A shared cache may have answered without looking at the cookie. */
export function markTheme() {
  show(readCookie(themeCookie.name));
}

function show(choice: string | undefined) {
  const { dataset } = document.documentElement;
  const theme = readTheme(choice);
  if (theme) dataset.theme = theme;
  else delete dataset.theme;
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[name=theme]")) {
    button.ariaPressed = String(button.value === (theme ?? "system"));
  }
}

/** The theme switch is a form that works as it is; here it spares the reload. */
export function answerThemeSwitch() {
  markTheme();
  addEventListener("submit", (event) => {
    const button = event.submitter as HTMLButtonElement | null;
    if (button?.name !== "theme") return;
    event.preventDefault();
    show(button.value);
    writeCookie(themeCookie.name, button.value, readTheme(button.value) ? themeCookie.days : 0);
  });
}
