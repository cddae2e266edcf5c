import { readFile } from "node:fs/promises";
import { minify, transformWithOxc, type Plugin } from "vite";

/** `import text from "./wake.ts?script"` gives a TypeScript file as the minified text of a classic script. */
export function inlineScript(): Plugin {
  return {
    name: "inline-script",
    enforce: "pre",
    async load(id) {
      if (!id.endsWith(".ts?script")) return;
      const file = id.slice(0, -"?script".length);
      this.addWatchFile(file);
      const { code } = await transformWithOxc(await readFile(file, "utf8"), file, { sourcemap: false });
      const small = await minify(file, `{${code}}`, { mangle: { toplevel: true }, compress: true });
      return `export default ${JSON.stringify(small.code.trim())}`;
    },
  };
}
