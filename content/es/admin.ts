import type { Content } from "#content/en/index.ts";

export const admin: Content["admin"] = {
  nav: {
    label: "Administración",
    messages: "Solicitudes",
    people: "Personas",
    replies: "Respuestas",
    figures: "Cifras",
    me: "Mi área",
  },
};
