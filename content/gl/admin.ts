import type { Content } from "#content/en/index.ts";

export const admin: Content["admin"] = {
  nav: { label: "Administración", messages: "Caixa de entrada", people: "Persoas", figures: "Cifras", me: "A miña área" },
};
