import type { ReactNode } from "react";
import { data, Outlet, useLocation, useMatches } from "react-router";
import type { Route } from "./+types/site";
import { agency } from "#content/agency.ts";
import type { Content } from "#content/en/index.ts";
import { fillAll } from "#content/format.ts";
import { ConsentBanner } from "#app/consent/consent-banner.tsx";
import { MeasureWatch } from "#app/consent/measure-watch.tsx";
import { siteContext } from "#app/context.ts";
import { ErrorScreen } from "#app/error/error-screen.tsx";
import { textsOf } from "#app/i18n/page-texts.server.ts";
import type { Locale } from "#content/locales.ts";
import type { PageHandle } from "#app/routing/page-handle.ts";
import { isPrivate } from "#app/routing/private-pages.ts";
import { pageMeta } from "#app/seo/page-meta.ts";
import { NewBuildNotice } from "#app/shell/new-build-notice.tsx";
import { Footer } from "#app/shell/footer.tsx";
import { useFocusOnNavigation } from "#app/shell/use-focus-on-navigation.ts";
import { Header } from "#app/shell/header.tsx";
import { LoadingBar } from "#app/ui/loading-bar.tsx";
import { useHydrated } from "#app/awake/use-hydrated.ts";

export const middleware: Route.MiddlewareFunction[] = [
  async function checkPage({ url, context }) {
    const { page } = context.get(siteContext);
    if (page?.validate && !(await page.validate(url))) throw data("Page Not Found", { status: 404 });
  },
];

export async function loader(args: Route.LoaderArgs) {
  const { locale, texts } = await textsOf(args);
  return { locale, text: texts.shell, lines: texts.contact.lines, consent: fillAll(texts.consent, { name: agency.name }) };
}

// Pages bring their own; this is for the errors shown in their place.
export const meta = pageMeta;

export default function Site({ loaderData }: Route.ComponentProps) {
  const page = useMatches().at(-1)?.handle as PageHandle | undefined;
  const hydrated = useHydrated();
  return (
    <Shell {...loaderData}>
      {page?.clientOnly && !hydrated ? <main id="content" tabIndex={-1} className="min-h-svh" aria-busy /> : <Outlet />}
    </Shell>
  );
}

export function ErrorBoundary({ error, loaderData }: Route.ErrorBoundaryProps) {
  const screen = <ErrorScreen error={error} />;
  return loaderData ? <Shell {...loaderData}>{screen}</Shell> : screen;
}

/** What stands around every page, and around an error where its texts could still be loaded. */
function Shell({
  text,
  lines,
  consent,
  locale,
  children,
}: Pick<Content, "consent"> & { text: Content["shell"]; lines: Content["contact"]["lines"]; locale: Locale; children: ReactNode }) {
  useFocusOnNavigation();
  // Nothing that needs consent ever happens on private pages: there the question takes no room from the work.
  const isAskedLast = isPrivate(useLocation().pathname);
  const banner = <ConsentBanner text={consent} locale={locale} />;
  return (
    <>
      <a href="#content" className="fixed top-2 left-2 z-(--layer-tooltip) bg-toxo px-5 py-3 font-semibold text-on-toxo not-focus:sr-only">
        {text.skip}
      </a>
      {!isAskedLast && banner}
      <LoadingBar label={text.loading} />
      <Header text={text} lines={lines} locale={locale} />
      {children}
      {isAskedLast && banner}
      <Footer text={text.footer} locale={locale} />
      <NewBuildNotice text={text.newBuild} />
      <MeasureWatch />
    </>
  );
}
