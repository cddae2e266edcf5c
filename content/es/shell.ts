import type { Content } from "#content/en/index.ts";

export const shell: Content["shell"] = {
  skip: "Saltar al contenido",
  homeLink: "{name}, página de inicio",
  menu: "Menú",
  navigation: "Principal",
  nav: { home: "Inicio", services: "Servicios", process: "Cómo trabajamos", offer: "Oferta", contact: "Contacto" },
  account: { label: "Cuenta", enter: "Área de clientes", area: "Mi área", out: "Cerrar sesión" },
  language: "Idioma",
  theme: { label: "Apariencia", system: "Según el sistema", light: "Claro", dark: "Oscuro" },
  loading: "Cargando la página",
  newBuild: { text: "Hay una versión más reciente de esta página.", reload: "Recargar", later: "Más tarde" },
  footer: {
    tagline: "Webs hechas en Galicia, con oficio.",
    legal: "Información legal",
    notice: "Aviso legal",
    privacy: "Política de privacidad",
    cookies: "Política de cookies",
    terms: "Términos y condiciones",
    account: "Área de clientes",
    cookieSettings: "Configuración de cookies",
    language: "Idiomas",
  },
};
