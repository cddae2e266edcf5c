import { existsSync } from "node:fs";
import { refuseFolderOfOthers } from "#backend/data-folder.ts";
import { isDiskFailure } from "#backend/durable-files.ts";
import { StartError } from "#backend/start-error.ts";
import { readConfig, type Config } from "./config.ts";

/** Runs a start or a command; a mistake ends it with its sentence and exit code 1, no stack. */
export async function runStart(start: () => Promise<void>, failed: (reason: string) => void = () => {}) {
  try {
    await start();
  } catch (error) {
    const mistake = startErrorIn(error);
    process.exitCode = 1;
    console.error(mistake?.message ?? described(error));
    failed(mistake?.message ?? String(error).split("\n")[0]!.slice(0, 500));
  }
}

/** A query that failed says why in its cause. */
function startErrorIn(error: unknown): StartError | undefined {
  if (error instanceof StartError) return error;
  if (isDiskFailure(error)) return new StartError(`The disk failed, and the start with it: ${(error as Error).message}.`);
  return error instanceof Error ? startErrorIn(error.cause) : undefined;
}

/** Where it happened. Left to Node, it would print the line too, which in a package may be all of its code. */
function described(error: unknown): string {
  return (error instanceof Error ? (error.stack ?? error.message) : String(error)).slice(0, 4000);
}

/** The settings of the environment and of the file `.env`, for a process that may use the data folder. */
export function readSettings(): Config {
  loadEnvFile();
  const config = readConfig(process.env);
  refuseFolderOfOthers(config.dataDir);
  return config;
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
