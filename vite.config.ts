import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { inlineScript } from "./scripts/inline-script.ts";

export default defineConfig(({ command }) => ({
  plugins: [inlineScript(), tailwindcss(), reactRouter()],
  // Found only when a page asks for it, it would reload that page in the middle of waking.
  optimizeDeps: { include: ["zod/mini", "pdfjs-dist/legacy/build/pdf.mjs"] },
  build: {
    assetsInlineLimit: 0,
    // Browsers that know light-dark() and :popover-open; older ones would need kilobytes of fallbacks.
    cssTarget: ["chrome123", "firefox125", "safari17.5"],
    rolldownOptions: { checks: { pluginTimings: false } },
  },
  environments: {
    client: {
      build: {
        // Two files and the routes' own: what a page needs to wake arrives at once, not import by import.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: /node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 2 },
                {
                  name: "shared",
                  test: /\/app\/(awake|consent\/(?!measure\.|storage|tags)|contact\/(?!schema)|error|home|http|i18n|routing|seo|shell|ui)/,
                  priority: 1,
                },
              ],
            },
          },
        },
      },
    },
    ssr: {
      // The server is part of the SSR build, so that server and pages share one module of each context.
      // In one file, because a build in place must not take a chunk away from the server that still runs.
      build: { rolldownOptions: { input: "./server/main.ts", output: { codeSplitting: false } } },
      // React is the production one whatever NODE_ENV says, or whether anything does: its other half is three times as slow.
      define: command === "build" ? { "process.env.NODE_ENV": '"production"' } : undefined,
      // Bundled, the start reads one file instead of hundreds.
      resolve:
        command === "build"
          ? {
              noExternal: true,
              external: [
                "@zxcvbn-ts/language-common",
                "pino",
                "marked",
                "@iconify/utils",
                "@electric-sql/pglite",
                "pg",
                "nodemailer",
                "sharp",
                "file-type",
              ],
            }
          : undefined,
    },
  },
}));
