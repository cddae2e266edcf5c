import type { consent as english } from "#content/en/consent.ts";

export const consent: typeof english = {
  heading: "Cookies",
  text: "{name} usa cookies propias e, se as aceptas, de terceiros para medir visitas e campañas.",
  policy: "Política de cookies",
  accept: "Aceptar todas",
  reject: "Rexeitar todas",
  choose: "Escoller",
  save: "Gardar a miña escolla",
  legend: "Cales aceptas?",
  categories: {
    necessary: { name: "Necesarias", text: "A sesión, a lingua, a aparencia e esta escolla. Sempre activas." },
    functional: { name: "Funcionais", text: "Preferencias e extras dos que a web pode prescindir." },
    statistic: { name: "Estatísticas", text: "Como se usa a web, para podermos mellorala." },
    marketing: { name: "Mercadotecnia", text: "Campañas e anuncios que che poden interesar." },
    unclassified: { name: "Sen clasificar", text: "Aínda sen categoría. Sempre están bloqueadas: non hai nada que aceptar." },
  },
};
