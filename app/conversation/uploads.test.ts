import { afterEach, expect, test, vi } from "vitest";
import { createUploads } from "./uploads.ts";
import { uploadFile } from "./upload-file.client.ts";

vi.mock("./upload-file.client.ts", () => ({ uploadFile: vi.fn<typeof uploadFile>() }));
afterEach(() => vi.unstubAllGlobals());

test("what is tried again begins anew, after what was there of it is removed", async () => {
  const done: string[] = [];
  vi.stubGlobal("fetch", async (_address: string, { body }: { body: URLSearchParams }) => void done.push(`remove ${body.get("remove")}`));
  let heard: Parameters<typeof uploadFile>[2];
  vi.mocked(uploadFile).mockImplementation((_file, _address, listener) => {
    done.push("begin");
    heard = listener;
    return () => {};
  });
  const uploads = createUploads({ address: "/conversation/files?key=x", whose: "", largest: 100, unsent: [] });
  uploads.add([new File(["x"], "a.txt")]);
  heard!.begun("first");
  heard!.failed("away");
  await uploads.again(uploads.items()[0]!);
  heard!.begun("second");
  heard!.done();
  expect(done).toEqual(["begin", "remove first", "begin"]);
  expect(uploads.items()).toMatchObject([{ id: "second", state: "ready" }]);
});
