import { Component, type ReactNode } from "react";
import { languageTags, localeOf } from "#content/locales.ts";
import styles from "#app/styles.css?url";
import { ErrorReport } from "./error-screen.tsx";

/** Around the router itself: an error while the app starts or mounts still ends in the error screen. */
export class FatalBoundary extends Component<{ children: ReactNode }, { error?: unknown }> {
  override state: { error?: unknown } = {};

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error() };
  }

  override render() {
    return this.state.error === undefined ? this.props.children : <FatalDocument error={this.state.error} />;
  }
}

export function FatalDocument({ error, pathname = globalThis.location?.pathname ?? "/" }: { error: unknown; pathname?: string }) {
  const locale = localeOf(pathname);
  return (
    <html lang={languageTags[locale]} data-theme={globalThis.document?.documentElement.dataset.theme}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>Error</title>
        <link rel="stylesheet" href={styles} />
      </head>
      <body>
        <ErrorReport error={error} locale={locale} />
      </body>
    </html>
  );
}
