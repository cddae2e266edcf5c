import type { Content } from "#content/en/index.ts";

export const admin: Content["admin"] = {
  nav: { label: "Administración", messages: "Bandeja de entrada", people: "Personas", figures: "Cifras", me: "Mi área" },
};
