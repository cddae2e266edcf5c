import type { me as english } from "#content/en/me.ts";

export const me: typeof english = {
  meta: {
    title: "A miña área",
    description: "As túas solicitudes, os teus datos e os teus axustes de seguridade en {name}. Tes que entrar para ver esta páxina.",
    keywords: "área de clientes, as miñas solicitudes",
    socialTitle: "A miña área",
    socialDescription: "As túas solicitudes e os teus datos, nun só sitio.",
  },
  heading: "A miña área",
  lead: "Entraches como {email}.",
  signOut: "Saír",
};
