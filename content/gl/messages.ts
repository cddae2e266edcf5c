import type { messages as english } from "#content/en/messages.ts";

export const messages: typeof english = {
  meta: {
    title: "Caixa de entrada",
    description: "As solicitudes que enviaron os visitantes de {name}. Para o equipo da axencia; tes que entrar para ver esta páxina.",
    keywords: "administración",
    socialTitle: "Caixa de entrada",
    socialDescription: "Para o equipo da axencia.",
  },
  heading: "Caixa de entrada",
};
