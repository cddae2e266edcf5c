import type { people as english } from "#content/en/people.ts";

export const people: typeof english = {
  meta: {
    title: "Personas",
    description: "Las personas con cuenta en {name}. Para el equipo de la agencia; tienes que entrar para ver esta página.",
    keywords: "administración",
    socialTitle: "Personas",
    socialDescription: "Para el equipo de la agencia.",
  },
  heading: "Personas",
};
