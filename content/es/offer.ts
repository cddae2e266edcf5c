import type { Content } from "#content/en/index.ts";

export const offer: Content["offer"] = {
  drawing: "Tu página: {base} secciones básicas y {chosen} que eliges tú",
  base: {
    opening: "Portada",
    services: "Qué ofreces",
    about: "Quién eres",
    place: "Horario y mapa",
    contact: "Contacto",
  },
  open: "La eliges tú",
  sections: {
    prices: "Precios o carta",
    gallery: "Galería de fotos",
    opinions: "Opiniones de clientes",
    questions: "Preguntas frecuentes",
    bookings: "Reservas",
    team: "El equipo",
    news: "Novedades",
  },
  notIncludedHeading: "Qué no incluye",
  notIncluded: {
    hosting: {
      term: "Dominio y alojamiento",
      text: "Van a tu nombre y los pagas tú al proveedor, salvo que el presupuesto diga otra cosa. Te ayudamos a elegirlos y los conectamos al publicar.",
    },
    contents: {
      term: "Textos y fotos",
      text: "Los traes tú: los textos, en castellano o en gallego, y los traducimos a la otra lengua. Escribirlos o hacer fotos lleva su propio presupuesto.",
    },
    panel: {
      term: "Un panel para editarla",
      text: "Lleva su propio presupuesto. Las licencias de terceros, como una tipografía de pago, también.",
    },
  },
  whenHeading: "Plazos y pagos",
  when: {
    start: {
      term: "Los {days} días",
      text: "Son laborables y empiezan a contar cuando tenemos el pago inicial y todos tus contenidos. Mientras esperamos algo de ti, el plazo se detiene. Si contratas como particular, y no para tu negocio, empiezan cuando acaban los {withdrawal} días que tienes para desistir, salvo que nos pidas expresamente empezar antes.",
    },
    first: {
      term: "Pago inicial",
      text: "{initial}\u00a0+\u00a0IVA ({initialTotal} con IVA incluido), el {initialPercent} del precio. Empezamos cuando lo recibimos.",
    },
    rest: {
      term: "El resto",
      text: "{rest}\u00a0+\u00a0IVA ({restTotal} con IVA incluido), cuando publicamos la página. Sin extras que no hayas aceptado antes.",
    },
  },
  calculator: {
    heading: "Haz tus cuentas",
    lead: "Elige y verás lo que pagarías: una sola vez, cada mes y cada año.",
    sections: {
      legend: "Tus {chosen} secciones",
      hint: "Entran en el precio. Si marcas más, solo cuentan {chosen}. ¿Aún no lo sabes? Decídelo más adelante.",
      tooMany: "Hemos quitado «{out}»: en el precio entran {chosen} secciones a tu elección.",
    },
    maintenance: {
      legend: "Mantenimiento",
      none: "Sin mantenimiento",
      monthly: "{month}\u00a0+\u00a0IVA al mes, sin permanencia",
      yearly: "{year}\u00a0+\u00a0IVA al año ({free} meses gratis)",
    },
    report: {
      legend: "Informe mensual de rendimiento",
      label: "El primer mes, gratis; después, {report}\u00a0+\u00a0IVA al mes",
      hint: "El primero es gratis en cualquier caso. Puedes dejarlo cuando quieras.",
    },
    update: "Ver lo que pagaría",
  },
  receipt: {
    heading: "Lo que pagarías",
    net: "sin IVA",
    gross: "con IVA",
    once: "Una sola vez",
    landing: "Web de una página, {sections} secciones",
    firstReport: "Informe, primer mes",
    free: "gratis",
    month: "Cada mes",
    maintenance: "Mantenimiento",
    report: "Informe, desde el segundo mes",
    monthTotal: "Total al mes",
    year: "Cada año",
    yearly: "Mantenimiento ({free} meses gratis)",
    firstYear: "Primer año, en total",
    sum: "{net}\u00a0+\u00a0IVA ({gross} con IVA incluido)",
    ask: "Pedir esta oferta",
    note: "Preguntar no cuesta nada ni te compromete a nada. Lo que vale es el presupuesto por escrito.",
  },
  slip: {
    heading: "Tu oferta",
    sections: "Secciones elegidas",
    undecided: "por decidir",
    maintenance: "Mantenimiento",
    plans: { none: "sin mantenimiento", monthly: "mensual", yearly: "anual" },
    report: "Informe mensual de rendimiento",
    yes: "sí",
    no: "no",
    change: "Cambiar mi elección",
  },
};
