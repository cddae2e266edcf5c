import type { Content } from "#content/en/index.ts";

export const figures: Content["figures"] = {
  meta: {
    title: "Cifras",
    description: "Canto se le a web de {name} e cantas solicitudes chegan. Para o equipo da axencia; tes que entrar para ver esta páxina.",
    keywords: "administración",
    socialTitle: "Cifras",
    socialDescription: "Para o equipo da axencia.",
  },
  heading: "Cifras",
  spans: { label: "Período", days: "{n} días", year: "Un ano" },
  views: "Páxinas vistas",
  requests: "Solicitudes",
  requestsHint: "sen spam",
  before: "{n} no período anterior",
  step: { day: "{day}: {n}", week: "Semana do {day}: {n}" },
  steps: { byDay: "Día a día", byWeek: "Semana a semana", day: "Día", week: "Semana do" },
  by: {
    path: { heading: "Por páxina", column: "Páxina" },
    locale: { heading: "Por lingua", column: "Lingua" },
    referrer: { heading: "Por procedencia", column: "Procedencia" },
  },
  times: "Vistas",
  share: "Parte",
  others: "Outras",
  direct: "Directa ou descoñecida",
  none: "Aínda non hai nada neste período. En canto alguén lea unha páxina ou che escriba, aparecerá aquí.",
  how: "Cóntao o servidor, sen cookies e sen ningún dato de quen le. Os programas que se identifican como tales non contan.",
};
