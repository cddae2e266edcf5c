// The script in the head of every page, which the first paint waits for: it must stay small. The rest is in after-paint.inline.ts. What they
// do stands beside its subjects, in files that end in `.inline.ts`; scripts/inline-script.ts bundles them, app/root.tsx puts them into pages.
import { markConsent } from "#app/consent/consent.inline.ts";
import { loadHeadingFace } from "#app/fonts/heading-face.inline.ts";
import { markSession } from "#app/shell/session.inline.ts";
import { markTheme } from "#app/shell/theme.inline.ts";

markTheme();
markSession();
markConsent();
loadHeadingFace();
