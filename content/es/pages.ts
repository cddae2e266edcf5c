import type { Content } from "#content/en/index.ts";

export const pages: Omit<Content, "shell" | "home" | "contact" | "mail"> = {
  confirm: {
    meta: {
      title: "Confirma tu correo",
      description:
        "La página a la que llevan los enlaces de nuestros correos: confirma tu dirección, tu acceso o un cambio que has pedido.",
      keywords: "confirmar correo, cuenta",
      socialTitle: "Confirma tu correo",
      socialDescription: "La página a la que llevan los enlaces de nuestros correos.",
    },
    heading: "Confirma tu correo",
    lead: "El enlace que has abierto no trae código de confirmación. Abre el enlace del último correo que te enviamos; si ha caducado, escríbenos y te mandamos otro.",
    action: "Escríbenos",
  },
  login: {
    meta: {
      title: "Entrar",
      description: "El área de clientes de {name}: sigue tus solicitudes y tu proyecto. Abriremos el acceso con los primeros proyectos.",
      keywords: "área de clientes, entrar",
      socialTitle: "Área de clientes",
      socialDescription: "Sigue tus solicitudes y tu proyecto.",
    },
    heading: "Entra en tu área de clientes",
    lead: "El área de clientes todavía no está abierta a todo el mundo. Si esperas noticias de tu proyecto, escríbenos y te contamos cómo va.",
    action: "Escríbenos",
  },
  register: {
    meta: {
      title: "Crear una cuenta",
      description:
        "Con una cuenta en el área de clientes de {name} sigues tus solicitudes y tu proyecto en un solo sitio, sin cadenas de correos.",
      keywords: "área de clientes, crear una cuenta",
      socialTitle: "Crear una cuenta",
      socialDescription: "Sigue tus solicitudes y tu proyecto en un solo sitio.",
    },
    heading: "Crear una cuenta",
    lead: "Todavía no abrimos cuentas. Para empezar un proyecto no te hace falta ninguna: escríbenos y tendrás respuesta en un día laborable.",
    action: "Escríbenos",
  },
  me: {
    meta: {
      title: "Mi área",
      description: "Tus solicitudes, tus datos y tus ajustes de seguridad en {name}. Tienes que entrar para ver esta página.",
      keywords: "área de clientes, mis solicitudes",
      socialTitle: "Mi área",
      socialDescription: "Tus solicitudes y tus datos, en un solo sitio.",
    },
    heading: "Mi área",
    lead: "Aquí encontrarás tus solicitudes y tus datos. Tienes que entrar para verlos.",
    action: "Entrar",
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
