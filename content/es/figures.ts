import type { Content } from "#content/en/index.ts";

export const figures: Content["figures"] = {
  meta: {
    title: "Cifras",
    description:
      "Cuánto se lee la web de {name} y cuántas solicitudes llegan. Para el equipo de la agencia; tienes que entrar para ver esta página.",
    keywords: "administración",
    socialTitle: "Cifras",
    socialDescription: "Para el equipo de la agencia.",
  },
  heading: "Cifras",
  spans: { label: "Periodo", days: "{n} días", year: "Un año" },
  views: "Páginas vistas",
  requests: "Solicitudes",
  requestsHint: "sin spam",
  before: "{n} en el periodo anterior",
  step: { day: "{day}: {n}", week: "Semana del {day}: {n}" },
  steps: { byDay: "Día a día", byWeek: "Semana a semana", day: "Día", week: "Semana del" },
  by: {
    path: { heading: "Por página", column: "Página" },
    locale: { heading: "Por idioma", column: "Idioma" },
    referrer: { heading: "Por procedencia", column: "Procedencia" },
  },
  times: "Vistas",
  share: "Parte",
  others: "Otras",
  direct: "Directa o desconocida",
  none: "Todavía no hay nada en este periodo. En cuanto alguien lea una página o te escriba, aparecerá aquí.",
  how: "Lo cuenta el servidor, sin cookies y sin ningún dato de quien lee. Los programas que se identifican como tales no cuentan.",
};
