import type { Content } from "#content/en/index.ts";

export const pages: Pick<Content, "legal"> = {
  legal: {
    keywords: "aviso legal, privacidad, cookies, términos y condiciones",
    contents: "Contenido",
    version: "Versión {version}, {date}",
    offerUntil: "hasta el {until}",
    registry: "Registro Mercantil de {city}, tomo {volume}, folio {folio}, hoja {sheet}",
    cookies: {
      name: "Nombre",
      owner: "Titular",
      kind: "Tipo",
      category: "Categoría",
      lasts: "Duración",
      purpose: "Para qué sirve",
      kinds: { cookie: "Cookie", sessionStorage: "Almacenamiento de sesión" },
      categories: {
        necessary: "Necesaria",
        statistic: "Estadística",
        marketing: "Marketing",
        functional: "Funcional",
        unclassified: "Sin clasificar",
      },
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
        scroll: "Recuerda por dónde ibas, para cuando vuelvas atrás.",
        reload: "Evita que la página se recargue más de una vez cuando no llega alguno de sus archivos.",
      },
    },
  },
};
