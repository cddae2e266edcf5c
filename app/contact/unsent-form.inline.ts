import { latestBuildPath } from "#app/awake/latest-build.ts";
import { sleeper } from "#app/awake/waking.inline.ts";

/**
 * While React sleeps, the contact form is a plain one: where the server cannot be reached, the browser would show an error in place of the
 * page and of what was typed. So the form goes when the server has answered, and stays and says so when it has not.
 */
export function holdUnsentForms() {
  addEventListener("submit", async (event) => {
    const form = event.target as HTMLFormElement;
    if (!sleeper() || form.dataset.track !== "contact-form") return;
    event.preventDefault();
    const notice = form.querySelector<HTMLElement>("[role=alert]");
    const isReached = await fetch(latestBuildPath, { cache: "no-store" }).then(
      () => true,
      () => false,
    );
    if (isReached || !notice) return form.submit();
    notice.hidden = false;
    notice.focus();
  });
}
