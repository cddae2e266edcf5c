import { expect, onTestFinished, test } from "vitest";
import { buildFolder, launchServer } from "../../server.ts";
import { newFolder, readStored } from "../site.ts";
import { canLimitMemory, limitMemory } from "../small-memory.ts";
import { atOnce, isAcknowledged, send, submissionOf } from "../submissions.ts";

test.skipIf(!canLimitMemory())("little memory: with 400 MB in all, the embedded database and the site start, work and stop", async () => {
  const place = { DATA_DIR: newFolder() };
  // Without the flag that other tests start servers with: nothing would be optimised, and that is what takes the memory.
  const { listening, ...server } = launchServer({ ...place, REQUESTS_PER_ADDRESS: "1000", REQUESTS_PER_HOUR: "1000" }, buildFolder, []);
  onTestFinished(() => void server.kill("SIGKILL"));
  limitMemory(400, server);
  const port = await listening;
  expect(await Promise.race([server.exit, "runs"])).toBe("runs");

  const url = `http://127.0.0.1:${port}`;
  await atOnce(10, Array(100).keys(), async (number) => {
    expect(isAcknowledged(await send({ url }, submissionOf(`memory-${number}`)))).toBe(true);
    expect((await fetch(`${url}/gl`)).status).toBe(200);
  });
  expect((await server.stop()).code).toBe(0);
  expect((await readStored(place)).requests).toHaveLength(100);
});
