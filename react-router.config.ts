import type { Config } from "@react-router/dev/config";

export default {
  buildDirectory: process.env.BUILD_DIR ?? "build",
  serverBuildFile: "main.js",
  // The whole route manifest is one small file, fetched when a page wakes: the sleeping HTML carries none of it.
  routeDiscovery: { mode: "initial" },
} satisfies Config;
