import type { Content } from "#content/en/index.ts";

export const home: Content["home"] = {
  meta: {
    title: "Webs para pequeños negocios de Galicia",
    description:
      "Hacemos webs rápidas y honestas para pequeños negocios y autónomos de Galicia. Tu landing desde {price}, en castellano y gallego, en {days} días laborables.",
    keywords: "desarrollo web, Galicia, landing page, Vue, Nuxt, Quasar, web para pymes",
    socialTitle: "Tu web, con las primeras luces",
    socialDescription: "Landings, webs de empresa y desarrollo con Vue desde Galicia. Precios claros y plazos que se cumplen.",
  },
  hero: {
    heading: "Tu web, con las primeras luces",
    lead: "Somos un estudio pequeño de Galicia. Hacemos webs que cargan al instante, cuentan lo que haces y te traen clientes.",
    viewOffer: "Ver la oferta",
    explore: "Conoce nuestros servicios",
  },
  services: {
    heading: "Qué hacemos por ti",
    frontend: {
      heading: "Desarrollo frontend",
      text: "Aplicaciones con Vue.js, Nuxt y Quasar: ágiles en el móvil, probadas, accesibles y fáciles de mantener cuando ya no estemos.",
    },
    business: {
      heading: "Tu negocio en la red",
      text: "Landings, webs de empresa, tiendas en línea, automatización, marca y mantenimiento, para quien tiene un negocio que atender.",
    },
  },
  process: {
    heading: "Cómo trabajamos",
    steps: {
      understand: {
        heading: "Entendemos lo que necesitas",
        text: "Una charla sobre tu negocio, tus clientes y tus plazos. Sin cuestionarios de doce páginas.",
      },
      design: {
        heading: "Diseñamos la solución",
        text: "Ves la estructura, los textos y el aspecto antes de que programemos una sola línea.",
      },
      build: { heading: "La construimos", text: "Con una dirección privada en la que puedes seguirla día a día." },
      review: {
        heading: "Revisamos la calidad",
        text: "Velocidad, accesibilidad, móviles, navegadores y ortografía, con una lista en la mano.",
      },
      launch: { heading: "La publicamos", text: "Dominio, certificado, estadísticas y buscadores, el día acordado." },
      support: { heading: "Seguimos contigo", text: "Cambios, copias de seguridad y respuestas, mientras tú quieras." },
    },
  },
  offer: {
    heading: "Una landing por {price}",
    lead: "Oferta de lanzamiento, hasta el {until}.",
    terms: "{sections} secciones, en castellano y gallego, con {rounds} rondas de cambios, lista en {days} días laborables.",
    vat: "Precios sin IVA.",
    ask: "Pedir la oferta",
  },
  contact: {
    heading: "Hablemos",
    text: "Cuéntanos qué necesitas. Te respondemos en un día laborable.",
    write: "Escríbenos",
  },
};
