import { rolldown } from "rolldown";
import type { Plugin } from "vite";

const prefix = "virtual:inline-script/";

/** `import text from "virtual:inline-script/app/FILE.inline.ts"` gives that file, with all that it imports, as the minified text of a classic script. */
export function inlineScript(): Plugin {
  return {
    name: "inline-script",
    resolveId(id) {
      return id.startsWith(prefix) ? `\0${id}` : undefined;
    },
    async load(id) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const bundle = await rolldown({ input: id.slice(prefix.length + 1), platform: "browser" });
      const { output } = await bundle.generate({ format: "iife", minify: true });
      for (const file of await bundle.watchFiles) this.addWatchFile(file);
      await bundle.close();
      return `export default ${JSON.stringify(output[0].code.trim())}`;
    },
  };
}
