import type { messages as english } from "#content/en/messages.ts";

export const messages: typeof english = {
  meta: {
    title: "Bandeja de entrada",
    description:
      "Las solicitudes que han enviado los visitantes de {name}. Para el equipo de la agencia; tienes que entrar para ver esta página.",
    keywords: "administración",
    socialTitle: "Bandeja de entrada",
    socialDescription: "Para el equipo de la agencia.",
  },
  heading: "Bandeja de entrada",
};
