import { spawn } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test as base } from "./story.ts";
import { freePort } from "../postgres.ts";
import { formOf, someone } from "./contact-form.ts";
import { hydrated } from "./hydrated.ts";
import { post, readMails } from "./mails.ts";

/** `npm run dev` in a folder, until the test is over. */
const test = base.extend<{ develop: (folder: string) => Promise<{ url: string; dataDir: string }> }>({
  // oxlint-disable-next-line eslint/no-empty-pattern
  develop: async ({}, use) => {
    const dataDir = mkdtempSync(join(tmpdir(), "abrente-dev-"));
    const ends: (() => void)[] = [];
    await use(async (folder) => {
      const url = `http://localhost:${await freePort()}`;
      const env = { ...process.env, PORT: new URL(url).port, DATA_DIR: dataDir };
      const vite = spawn("node", ["server/dev.ts"], { cwd: folder, env, stdio: "ignore" });
      ends.push(() => vite.kill());
      const status = () =>
        fetch(`${url}/readyz`).then(
          (answer) => answer.status,
          () => 0,
        );
      // On a busy machine minutes.
      await expect.poll(status, { timeout: 5 * 60_000 }).toBe(200);
      return { url, dataDir };
    });
    for (const end of ends) end();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
  },
});

test(
  "npm run dev serves the site from the sources, hydrates without a complaint, and what is changed is in the next mail",
  {
    tag: "@deep",
  },
  async ({ page, develop }) => {
    test.setTimeout(10 * 60_000);
    const folder = copyOfSources();
    try {
      const office = await develop(folder);
      const complaints: string[] = [];
      page.on("console", (entry) => ["error", "warning"].includes(entry.type()) && complaints.push(entry.text()));
      page.on("pageerror", (error) => complaints.push(error.message));
      await page.goto(`${office.url}/gl`);
      await hydrated(page);
      expect(complaints).toEqual([]);
      // It would be loaded anew with each change.
      await page.close();

      const subjectAndText = async () => {
        const sender = someone();
        expect((await post(office, formOf(sender))).status).toBe(303);
        await expect.poll(async () => (await readMails(sender.email, office)).receipts.length, { timeout: 60_000 }).toBe(1);
        const [receipt] = (await readMails(sender.email, office)).receipts;
        return [receipt!.subject, receipt!.text!.includes("A line of today")];
      };
      const [subject] = await subjectAndText();
      change("content/en/mail.ts", `subject: "${subject}"`, 'subject: "A subject of today"');
      await expect.poll(subjectAndText, { timeout: 60_000 }).toEqual(["A subject of today", false]);
      change("backend/mail/letter.tsx", "{children}", "{children}<p>A line of today</p>");
      await expect.poll(subjectAndText, { timeout: 60_000 }).toEqual(["A subject of today", true]);
    } finally {
      rmSync(folder, { recursive: true });
    }

    function change(file: string, from: string, to: string) {
      const path = join(folder, file);
      const source = readFileSync(path, "utf8");
      expect(source).toContain(from);
      writeFileSync(path, source.replace(from, to));
    }
  },
);

/** What the test changes is nobody else's. */
function copyOfSources(): string {
  const folder = mkdtempSync(join(tmpdir(), "abrente-sources-"));
  for (const name of ["app", "backend", "content", "public", "scripts", "server", "supabase"])
    cpSync(name, join(folder, name), { recursive: true });
  for (const name of ["package.json", "react-router.config.ts", "tsconfig.json", "vite.config.ts"]) cpSync(name, join(folder, name));
  // With a cache of its own.
  mkdirSync(join(folder, "node_modules"));
  for (const name of readdirSync("node_modules")) {
    if (!name.startsWith(".")) symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  }
  return folder;
}
