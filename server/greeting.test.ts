import { expect, test } from "vitest";
import { readConfig } from "./config.ts";
import { greeting } from "./greeting.ts";

const SMTP_URL = "smtp://mail.abrente.gal";
const SITE_URL = "https://abrente.gal";

test.each([
  [{}, "written to .data/mail, because SMTP_URL is not set"],
  [{ SITE_URL }, "waits until SMTP_URL is set"],
  [{ SITE_URL, SMTP_URL }, "sent by SMTP_URL"],
])("says what becomes of mails: %j", (settings, sentence) => {
  expect(greeting("http://localhost:3000", readConfig(settings), false)).toContain(`Mail             ${sentence}\n`);
});
