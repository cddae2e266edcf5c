import { expect, test } from "vitest";
import { newFolder } from "../faults/site.ts";
import { freePort } from "../postgres.ts";
import { findProgram } from "./programs.ts";
import { startUnit } from "./systemd.ts";
import { startVisitors } from "./visitors.ts";

test.skipIf(!findProgram("systemd-notify") || !findProgram("perl"))(
  "a site at systemd's socket says when it is ready, and a restart under load fails no form",
  async () => {
    const port = await freePort();
    const url = `http://localhost:${port}`;
    const unit = await startUnit(port, { DATA_DIR: newFolder(), SITE_URL: url, SMTP_URL: "smtp://127.0.0.1:9" });
    const visitors = startVisitors(url, "held");
    await visitors.someMore();
    await unit.restart();
    await visitors.someMore();
    const answers = await visitors.stop();
    expect(answers.filter((status) => status !== 303)).toEqual([]);
    expect(unit.output()).toContain("ended 0\n");
    // In a journal every line is one of JSON.
    const lines = unit.output().split("\n");
    for (const line of lines) if (line && !/^(begun |ended |[A-Z]+=1$)/.test(line)) JSON.parse(line);
  },
);
