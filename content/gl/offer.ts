import type { Content } from "#content/en/index.ts";

export const offer: Content["offer"] = {
  drawing: "A túa páxina: {base} seccións básicas e {chosen} que escolles ti",
  base: {
    opening: "Portada",
    services: "Que ofreces",
    about: "Quen es",
    place: "Horario e mapa",
    contact: "Contacto",
  },
  open: "Escóllela ti",
  sections: {
    prices: "Prezos ou carta",
    gallery: "Galería de fotos",
    opinions: "Opinións da clientela",
    questions: "Preguntas frecuentes",
    bookings: "Reservas",
    team: "O equipo",
    news: "Novidades",
  },
  notIncludedHeading: "Que non inclúe",
  notIncluded: {
    hosting: {
      term: "Dominio e aloxamento",
      text: "Van no teu nome e págalos ti ao provedor, agás que o orzamento diga outra cousa. Axudámosche a escollelos e conectámolos ao publicar.",
    },
    contents: {
      term: "Textos e fotos",
      text: "Tráelos ti: os textos, en galego ou en castelán, e traducímolos á outra lingua. Escribilos ou facer fotos leva o seu propio orzamento.",
    },
    panel: {
      term: "Un panel para editala",
      text: "Leva o seu propio orzamento. As licenzas de terceiros, como unha tipografía de pagamento, tamén.",
    },
  },
  whenHeading: "Prazos e pagamentos",
  when: {
    start: {
      term: "Os {days} días",
      text: "Son laborables e comezan a contar cando temos o pagamento inicial e todos os teus contidos. Mentres agardamos algo de ti, o prazo detense. Se contratas como particular, e non para o teu negocio, comezan cando rematan os {withdrawal} días que tes para desistir, agás que nos pidas expresamente comezar antes.",
    },
    first: {
      term: "Pagamento inicial",
      text: "{initial}\u00a0+\u00a0IVE ({initialTotal} co IVE incluído), o {initialPercent} do prezo. Comezamos cando o recibimos.",
    },
    rest: {
      term: "O resto",
      text: "{rest}\u00a0+\u00a0IVE ({restTotal} co IVE incluído), cando publicamos a páxina. Sen extras que non aceptases antes.",
    },
  },
  calculator: {
    heading: "Bota as túas contas",
    lead: "Escolle e verás o que pagarías: unha soa vez, cada mes e cada ano.",
    sections: {
      legend: "As túas {chosen} seccións",
      hint: "Entran no prezo. Se marcas máis, só contan {chosen}. Aínda non o sabes? Decídeo máis adiante.",
      tooMany: "Quitamos «{out}»: no prezo entran {chosen} seccións á túa escolla.",
    },
    maintenance: {
      legend: "Mantemento",
      none: "Sen mantemento",
      monthly: "{month}\u00a0+\u00a0IVE ao mes, sen permanencia",
      yearly: "{year}\u00a0+\u00a0IVE ao ano ({free} meses gratis)",
    },
    report: {
      legend: "Informe mensual de rendemento",
      label: "O primeiro mes, gratis; despois, {report}\u00a0+\u00a0IVE ao mes",
      hint: "O primeiro é gratis en calquera caso. Podes deixalo cando queiras.",
    },
    update: "Ver o que pagaría",
  },
  receipt: {
    heading: "O que pagarías",
    net: "sen IVE",
    gross: "con IVE",
    once: "Unha soa vez",
    landing: "Web dunha páxina, {sections} seccións",
    firstReport: "Informe, primeiro mes",
    free: "gratis",
    month: "Cada mes",
    maintenance: "Mantemento",
    report: "Informe, desde o segundo mes",
    monthTotal: "Total ao mes",
    year: "Cada ano",
    yearly: "Mantemento ({free} meses gratis)",
    firstYear: "Primeiro ano, en total",
    sum: "{net}\u00a0+\u00a0IVE ({gross} co IVE incluído)",
    ask: "Pedir esta oferta",
    note: "Preguntar non custa nada nin te compromete a nada. O que vale é o orzamento por escrito.",
  },
  slip: {
    heading: "A túa oferta",
    sections: "Seccións escollidas",
    undecided: "por decidir",
    maintenance: "Mantemento",
    plans: { none: "sen mantemento", monthly: "mensual", yearly: "anual" },
    report: "Informe mensual de rendemento",
    yes: "si",
    no: "non",
    change: "Cambiar a miña escolla",
  },
};
