import { existsSync } from "node:fs";
import { StartError } from "#backend/start-error.ts";

/** Runs the start; a mistake ends it with its sentence and exit code 1, no stack. */
export async function runStart(start: () => Promise<void>) {
  try {
    await start();
  } catch (error) {
    if (!(error instanceof StartError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}

/** A file `.env` may hold settings too; what the environment says goes first. */
export function loadEnvFile() {
  if (!existsSync(".env")) return;
  try {
    process.loadEnvFile(".env");
  } catch (error) {
    throw new StartError(`The file .env cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Why the server cannot listen, in a sentence. */
export function listenProblem(error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }): string {
  if (error.code === "EADDRINUSE") {
    return `Port ${port} is taken by another program. Stop it, or choose another one: PORT=${port + 1} npm start`;
  }
  if (error.code === "EACCES") return `Port ${port} may not be opened by this user. Choose one above 1023 with the setting PORT.`;
  return `The server cannot listen on HOST "${host}", PORT ${port}: ${error.code}.`;
}
