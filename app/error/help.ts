import type { Locale } from "#content/locales.ts";

/** In every bundle and in every language, because an error may come before any text is loaded. */
export const help: Record<Locale, { notFound: string; failed: string; again: string }> = {
  en: {
    notFound: "There is no page at this address. Check how it is spelled, or start again from the home page.",
    failed: "Something on our side did not work. Try again in a minute; if it happens again, write to us.",
    again: "Try again",
  },
  es: {
    notFound: "En esta dirección no hay ninguna página. Revisa cómo está escrita o empieza de nuevo desde el inicio.",
    failed: "Algo ha fallado por nuestra parte. Prueba otra vez en un minuto; si se repite, escríbenos.",
    again: "Volver a intentarlo",
  },
  gl: {
    notFound: "Neste enderezo non hai ningunha páxina. Revisa como está escrito ou comeza de novo desde o inicio.",
    failed: "Algo fallou pola nosa parte. Proba outra vez nun minuto; se se repite, escríbenos.",
    again: "Tentalo de novo",
  },
};
