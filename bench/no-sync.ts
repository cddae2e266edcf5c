import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Loaded before a server, to measure what syncing costs. */
fs.fdatasyncSync = fs.fsyncSync = () => {};
syncBuiltinESMExports();
