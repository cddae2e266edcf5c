import { expect, onTestFinished, test, vi } from "vitest";
import { recordError } from "./app-error.ts";

test("an error that is shown is in the console too, for whoever has to find its cause", () => {
  const said = vi.spyOn(console, "error").mockImplementation(() => {});
  onTestFinished(() => said.mockRestore());
  const error = new Error("The map could not be drawn");
  recordError(error);
  expect(said).toHaveBeenCalledWith(error);
});
