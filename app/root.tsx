import { useContext, type ReactNode } from "react";
import { Links, Meta, Outlet, Scripts, ScrollRestoration, useLocation } from "react-router";
import afterPaint from "virtual:inline-script/app/awake/after-paint.inline.ts";
import beforePaint from "virtual:inline-script/app/awake/before-paint.inline.ts";
import type { Route } from "./+types/root";
import { clearError, useAppError } from "./error/app-error.ts";
import { ErrorScreen } from "./error/error-screen.tsx";
import { useHydrated } from "./awake/use-hydrated.ts";
import { DocumentContext } from "./document.ts";
import { languageTags, localeOf } from "#content/locales.ts";
import { followRules } from "./routing/follow-rules.ts";
import { followNewBuild } from "./awake/new-build.ts";
import { leaveTags } from "./consent/leave-tags.ts";
import { isPrivate } from "./routing/private-pages.ts";
import { pageMeta } from "./seo/page-meta.ts";
import { StructuredData } from "./seo/structured-data.tsx";
import piazzolla from "./fonts/piazzolla.woff2?url";
import styles from "./styles.css?url";

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [clearError, followNewBuild, leaveTags, followRules];

export function links() {
  return [
    { rel: "stylesheet", href: styles },
    { rel: "icon", href: "/favicon.ico", sizes: "32x32" },
    { rel: "icon", href: "/favicon.svg", type: "image/svg+xml" },
    { rel: "apple-touch-icon", href: "/apple-touch-icon.png" },
  ];
}

export const meta = pageMeta;

/** The document depends on the address alone: it must also stand around errors, where no data is. */
export function Layout({ children }: { children: ReactNode }) {
  const { pathname } = useLocation();
  const hydrated = useHydrated();
  const { nonce, theme, build, gtm, consent, isSignedIn } = useContext(DocumentContext);
  return (
    // Browser extensions and our own inline script change <html> and <body> before React arrives.
    <html
      lang={languageTags[localeOf(pathname)]}
      data-theme={theme}
      data-build={build}
      data-session={isSignedIn ? "" : undefined}
      data-face={piazzolla}
      data-policy={consent?.version}
      data-consent={consent?.asks ? "ask" : undefined}
      // Empty, no tag loads, but what tags have stored can still be taken away.
      data-gtm={gtm && (isPrivate(pathname) ? "" : `${gtm.id} ${gtm.url}`)}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <InlineScript nonce={nonce} text={import.meta.env.SSR ? beforePaint : ""} />
        <Meta />
        <Links />
        {/* Nobody installs a page that was not touched. */}
        {hydrated && <link rel="manifest" href="/manifest.webmanifest" />}
      </head>
      <body suppressHydrationWarning>
        {children}
        <StructuredData />
        <InlineScript nonce={nonce} text={import.meta.env.SSR ? afterPaint : ""} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

/** The browser has run it already when React finds it there. */
function InlineScript({ nonce, text }: { nonce: string | undefined; text: string }) {
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />;
}

export default function App() {
  const failure = useAppError();
  return failure ? <ErrorScreen error={failure} /> : <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorScreen error={error} />;
}
