import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

/** Loaded before the server: from when the file of DISK_FAILS_WITH is there, its disk does not sync any more. */
const { fdatasyncSync } = fs;
fs.fdatasyncSync = (file) => {
  if (fs.existsSync(process.env.DISK_FAILS_WITH!)) {
    throw Object.assign(new Error("EIO: i/o error, fdatasync"), { code: "EIO", syscall: "fdatasync" });
  }
  fdatasyncSync(file);
};
syncBuiltinESMExports();
