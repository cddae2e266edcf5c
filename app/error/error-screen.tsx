import { useLocation } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { localeOf, type Locale } from "#content/locales.ts";
import { isPrivate } from "#app/routing/private-pages.ts";
import { describeError } from "./describe-error.ts";
import { help } from "./help.ts";

/** Shown on any fatal or unhandled error. Its Spanish words are the same in every language. */
export function ErrorScreen({ error }: { error: unknown }) {
  const { pathname, search } = useLocation();
  return <ErrorReport error={error} locale={localeOf(pathname)} again={isPrivate(pathname) ? pathname + search : undefined} />;
}

/** The screen without the router, for errors that broke the router itself. */
export function ErrorReport({ error, locale, again }: { error: unknown; locale: Locale; again?: string }) {
  const object = describeError(error);
  return (
    <main id="content" tabIndex={-1} className="mx-auto grid min-h-[70svh] max-w-2xl content-center gap-4 px-5 py-16">
      <h1 className="text-display text-toxo-ink">{object.statusCode ?? "Error"}</h1>
      <p className="text-lead" lang={object.message ? "en" : "es"}>
        {object.message ?? "Ha ocurrido un error inesperado"}
      </p>
      <p className="text-muted">{object.statusCode === 404 ? help[locale].notFound : help[locale].failed}</p>
      <pre className="overflow-x-auto rounded-sm bg-shade p-4 text-sm">{JSON.stringify(object, null, 2)}</pre>
      {again && object.statusCode !== 404 && (
        <p>
          <a href={again} className="inline-flex min-h-11 items-center font-semibold">
            {help[locale].again}
          </a>
        </p>
      )}
      {/* A whole page load: it clears the error, whatever broke, and works without JavaScript. */}
      <form action="/" className="mt-2">
        <Button lang="es" data-track="error-button-back-home" data-track-section="error">
          Volver al inicio
        </Button>
      </form>
    </main>
  );
}
