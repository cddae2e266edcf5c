import type { Content } from "#content/en/index.ts";

export const pages: Omit<Content, "shell" | "home" | "contact" | "mail" | "account"> = {
  me: {
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
  },
  adminProfiles: {
    meta: {
      title: "Personas",
      description: "Las personas con cuenta en {name}. Para el equipo de la agencia; tienes que entrar para ver esta página.",
      keywords: "administración",
      socialTitle: "Personas",
      socialDescription: "Para el equipo de la agencia.",
    },
    heading: "Personas",
    lead: "Esta página es para el equipo de la agencia. Tienes que entrar para verla.",
    action: "Entrar",
  },
  legal: {
    keywords: "aviso legal, privacidad, cookies, términos y condiciones",
    contents: "Contenido",
    version: "Versión {version}, {date}",
    offerUntil: "hasta el {until}",
    cookies: {
      name: "Nombre",
      kind: "Tipo",
      category: "Categoría",
      lasts: "Duración",
      purpose: "Para qué sirve",
      kinds: { cookie: "Cookie", sessionStorage: "Almacenamiento de sesión" },
      categories: { necessary: "Necesaria" },
      days: "{days} días",
      session: "Hasta que cierres la pestaña",
      purposes: {
        locale: "Recuerda el idioma en el que lees.",
        theme: "Recuerda los colores que has elegido: claros u oscuros.",
        session: "Mantiene abierta tu sesión en el área de clientes.",
        verifier: "Comprueba que el enlace de nuestro correo se abre donde lo pediste.",
        scroll: "Recuerda por dónde ibas, para cuando vuelvas atrás.",
        reload: "Evita que la página se recargue más de una vez cuando no llega alguno de sus archivos.",
      },
    },
  },
};
