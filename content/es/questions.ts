import type { Content } from "#content/en/index.ts";

export const questions: Content["questions"] = {
  heading: "Lo que nos preguntan antes de empezar",
  items: {
    what: {
      question: "¿Qué me llevo por {price}\u00a0+\u00a0IVA?",
      answer:
        "Una web de una sola página (landing) con {sections} secciones: {base} básicas y {chosen} que eliges tú. Va en castellano y gallego, con {rounds} rondas de cambios y el primer mes del informe de rendimiento gratis. En total son {total} con IVA incluido.",
    },
    excluded: {
      question: "¿Qué no está incluido?",
      answer:
        "El dominio y el alojamiento, escribir tus textos, hacer las fotos, un panel para editar la página, las licencias de terceros y el mantenimiento. Si quieres algo de eso, va en tu presupuesto con su precio. Nunca cobramos un extra que no hayas aceptado antes.",
    },
    domain: {
      question: "¿Quién paga el dominio y el alojamiento?",
      answer:
        "Tú, directamente al proveedor, salvo que tu presupuesto diga otra cosa. El dominio es tu dirección en internet, como tunegocio.gal; el alojamiento, el ordenador siempre encendido en el que está la página. Van a tu nombre, así que siempre son tuyos. Si aún no los tienes, te ayudamos a elegirlos y los conectamos al publicar.",
    },
    texts: {
      question: "¿Quién escribe los textos y quién los traduce?",
      answer:
        "Los textos nos los das tú, en castellano o en gallego, como prefieras: nadie conoce mejor tu negocio. Nosotros los colocamos, revisamos la ortografía y los traducimos a la otra lengua. Si prefieres que también los escribamos, pídenos presupuesto.",
    },
    photos: {
      question: "¿Y las fotos?",
      answer:
        "También las pones tú. Valen las del móvil, si se ven bien y quien sale en ellas te ha dado permiso. Si hace falta fotógrafo, o imágenes de pago, llevan su propio presupuesto.",
    },
    payment: {
      question: "¿Cuánto pago al empezar?",
      answer:
        "El {initialPercent} del precio: {initial}\u00a0+\u00a0IVA, que son {initialTotal} con IVA incluido. El resto, {restTotal} con IVA incluido, lo pagas al publicar la página. Pedirnos presupuesto no cuesta nada ni te compromete a nada.",
    },
    when: {
      question: "¿Cuándo estará lista?",
      answer:
        "En {days} días laborables, contados desde el día en que tenemos el pago inicial y todos tus contenidos. Mientras esperamos algo de ti, el plazo se detiene. Si contratas como particular, y no para tu negocio, empieza cuando acaban los {withdrawal} días que tienes para desistir, salvo que nos pidas expresamente empezar antes. Si vemos que vamos a llegar tarde, te lo decimos enseguida.",
    },
    editing: {
      question: "¿Puedo cambiarla yo?",
      answer:
        "Por tu cuenta no: la página de esta oferta no lleva panel de edición. Con el mantenimiento opcional ({month}\u00a0+\u00a0IVA al mes, sin permanencia) te hacemos pequeños cambios, tantos como diga tu presupuesto; sin él, cada cambio lleva su presupuesto. Si quieres un panel, dínoslo antes de empezar.",
    },
    dislike: {
      question: "¿Y si no me gusta?",
      answer:
        "Ves el diseño antes de que construyamos la página y tienes {rounds} rondas de cambios. Si aun así no te convence, escribe a {email} en los {guaranteeDays} días naturales siguientes al día en que te la entregamos terminada. Te devolvemos el {refund} del pago inicial ({refundTotal} con IVA incluido) y el resto del precio ya no lo debes; si lo has pagado, te lo devolvemos. La página entonces no se publica, o se retira, y los derechos sobre nuestro trabajo siguen siendo nuestros.",
    },
    leaving: {
      question: "¿Y si un día me voy?",
      answer:
        "Te lo llevas todo. Cuando esté todo pagado, la página es tuya: te entregamos los archivos y las contraseñas, y cualquier buen profesional puede seguir. El mantenimiento mensual lo dejas cuando quieras, y solo pagas el mes en curso.",
    },
    calling: {
      question: "¿Os puedo llamar?",
      answer:
        "Claro: {phone}. También puedes escribir a {email} o usar el formulario de más abajo. Respondemos {soon}, en gallego, castellano o inglés.",
    },
  },
};
