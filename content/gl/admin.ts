import type { Content } from "#content/en/index.ts";

export const admin: Content["admin"] = {
  nav: {
    label: "Administración",
    messages: "Solicitudes",
    people: "Persoas",
    replies: "Respostas",
    figures: "Cifras",
    me: "A miña área",
  },
};
