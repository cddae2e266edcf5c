import type { Content } from "#content/en/index.ts";

export const home: Content["home"] = {
  meta: {
    title: "Webs para pequenos negocios de Galicia",
    description:
      "Facemos webs rápidas e honestas para pequenos negocios e autónomos de Galicia. A túa landing desde {price}, en castelán e galego, en {days} días laborables.",
    keywords: "desenvolvemento web, Galicia, landing page, Vue, Nuxt, Quasar, web para pemes",
    socialTitle: "A túa web, co abrente",
    socialDescription: "Landings, webs de empresa e desenvolvemento con Vue desde Galicia. Prezos claros e prazos que se cumpren.",
  },
  hero: {
    heading: "A túa web, co abrente",
    lead: "Somos un estudio pequeno de Galicia. Facemos webs que cargan ao instante, contan o que fas e che traen clientes.",
    viewOffer: "Ver a oferta",
    explore: "Coñece os nosos servizos",
  },
  services: {
    heading: "Que facemos por ti",
    frontend: {
      heading: "Desenvolvemento frontend",
      text: "Aplicacións con Vue.js, Nuxt e Quasar: áxiles no móbil, probadas, accesibles e doadas de manter cando xa non esteamos.",
    },
    business: {
      heading: "O teu negocio na rede",
      text: "Landings, webs de empresa, tendas en liña, automatización, marca e mantemento, para quen ten un negocio que atender.",
    },
  },
  process: {
    heading: "Como traballamos",
    steps: {
      understand: {
        heading: "Entendemos o que precisas",
        text: "Unha conversa sobre o teu negocio, a túa clientela e os teus prazos. Sen cuestionarios de doce páxinas.",
      },
      design: { heading: "Deseñamos a solución", text: "Ves a estrutura, os textos e o aspecto antes de que programemos unha soa liña." },
      build: { heading: "Construímola", text: "Cun enderezo privado no que podes seguila día a día." },
      review: { heading: "Revisamos a calidade", text: "Velocidade, accesibilidade, móbiles, navegadores e ortografía, coa lista na man." },
      launch: { heading: "Publicámola", text: "Dominio, certificado, estatísticas e buscadores, o día acordado." },
      support: { heading: "Seguimos contigo", text: "Cambios, copias de seguridade e respostas, mentres ti queiras." },
    },
  },
  offer: {
    heading: "Unha landing por {price}",
    lead: "Oferta de lanzamento, ata o {until}.",
    terms: "{sections} seccións, en castelán e galego, con {rounds} roldas de cambios, lista en {days} días laborables.",
    vat: "Prezos sen IVE.",
    ask: "Pedir a oferta",
  },
  contact: {
    heading: "Falamos?",
    text: "Cóntanos que precisas. Respondémosche nun día laborable.",
    write: "Escríbenos",
  },
};
