import type { Content } from "#content/en/index.ts";

export const shell: Content["shell"] = {
  skip: "Ir ao contido",
  homeLink: "{name}, páxina de inicio",
  menu: "Menú",
  navigation: "Principal",
  nav: { home: "Inicio", services: "Servizos", process: "Como traballamos", offer: "Oferta", contact: "Contacto" },
  account: { label: "Conta", enter: "Área de clientes", area: "A miña área", out: "Pechar a sesión" },
  language: "Lingua",
  theme: { label: "Aparencia", system: "Segundo o sistema", light: "Claro", dark: "Escuro" },
  loading: "Cargando a páxina",
  newBuild: { text: "Hai unha versión máis recente desta páxina.", reload: "Recargar", later: "Máis tarde" },
  footer: {
    tagline: "Webs feitas en Galicia, con oficio.",
    legal: "Información legal",
    notice: "Aviso legal",
    privacy: "Política de privacidade",
    cookies: "Política de cookies",
    terms: "Termos e condicións",
    account: "Área de clientes",
    cookieSettings: "Configuración de cookies",
    language: "Linguas",
  },
};
