import type { me as english } from "#content/en/me.ts";

export const me: typeof english = {
  meta: {
    title: "Mi área",
    description: "Tus solicitudes, tus datos y tus ajustes de seguridad en {name}. Tienes que entrar para ver esta página.",
    keywords: "área de clientes, mis solicitudes",
    socialTitle: "Mi área",
    socialDescription: "Tus solicitudes y tus datos, en un solo sitio.",
  },
  heading: "Mi área",
  lead: "Has entrado como {email}.",
  signOut: "Salir",
};
