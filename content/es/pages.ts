import type { Content } from "#content/en/index.ts";

export const pages: Pick<Content, "legal"> = {
  legal: {
    keywords: "aviso legal, privacidad, cookies, términos y condiciones",
    contents: "Contenido",
    version: "Versión {version}, {date}",
    offerUntil: "hasta el {until}",
    registry: "Registro Mercantil de {city}, tomo {volume}, folio {folio}, hoja {sheet}",
    tools: {
      none: "Ninguna herramienta de cookies opcionales: hoy esta web no usa ninguna.",
      tags: "{owner} (Google Ireland Limited), con sus herramientas para medir visitas y campañas, solo si aceptas esas cookies.",
    },
    transfers: {
      none: "No transferimos tus datos fuera del Espacio Económico Europeo: los proveedores de arriba los guardan dentro.",
      tags: "Los proveedores de arriba guardan tus datos dentro del Espacio Económico Europeo. Si aceptas las cookies estadísticas o de marketing, {owner} puede tratar datos también en Estados Unidos, sobre la base de la decisión de adecuación de la Comisión Europea sobre el Marco de Privacidad de Datos UE-EE. UU., al que está adherida Google LLC, y de cláusulas contractuales tipo en otros países. Escríbenos para obtener una copia. Si rechazas esas cookies, no sale ningún dato.",
    },
    cookies: {
      name: "Nombre",
      owner: "Titular",
      kind: "Tipo",
      category: "Categoría",
      lasts: "Duración",
      purpose: "Para qué sirve",
      kinds: { cookie: "Cookie", sessionStorage: "Almacenamiento de sesión", localStorage: "Almacenamiento local" },
      categories: {
        necessary: "Necesaria",
        statistic: "Estadística",
        marketing: "Marketing",
        functional: "Funcional",
        unclassified: "Sin clasificar",
      },
      day: "{days} día",
      days: "{days} días",
      session: "Hasta que cierres la pestaña",
      purposes: {
        locale: "Recuerda el idioma en el que lees.",
        theme: "Recuerda los colores que has elegido: claros u oscuros.",
        consent: "Recuerda lo que has elegido sobre las cookies.",
        visits: "Distingue unas visitas de otras para medir cómo se usa la web.",
        campaigns: "Mide las campañas.",
        session: "Mantiene abierta tu sesión en el área de clientes.",
        verifier: "Comprueba que el enlace de nuestro correo, o la vuelta desde otro servicio de acceso, se abre donde lo pediste.",
        device:
          "Recuerda que ya has accedido desde este dispositivo, para que las contraseñas erróneas de otras personas no te dejen fuera.",
        mailed: "Recuerda a qué dirección enviamos el correo que pediste, para que puedas escribir su código o pedirlo otra vez.",
        scroll: "Recuerda por dónde ibas, para cuando vuelvas atrás.",
        reload: "Evita que la página se recargue más de una vez cuando no llega alguno de sus archivos.",
        drafts: "Guarda un mensaje o una nota a medio escribir hasta que se envía o se cierra la sesión.",
        shortcuts: "Para nuestro equipo: recuerda si la bandeja de entrada usa atajos de teclado.",
        alerts: "Para nuestro equipo: recuerda si la bandeja de entrada avisa de los mensajes nuevos con un sonido o una notificación.",
      },
    },
  },
};
