import type { people as english } from "#content/en/people.ts";

export const people: typeof english = {
  meta: {
    title: "Persoas",
    description: "As persoas con conta en {name}. Para o equipo da axencia; tes que entrar para ver esta páxina.",
    keywords: "administración",
    socialTitle: "Persoas",
    socialDescription: "Para o equipo da axencia.",
  },
  heading: "Persoas",
};
