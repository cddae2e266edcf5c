import type { Content } from "#content/en/index.ts";

export const home: Content["home"] = {
  meta: {
    title: "Webs para pequeños negocios de Galicia",
    description:
      "Webs rápidas y claras para pequeños negocios y autónomos de Galicia. Tu landing por {price}\u00a0+\u00a0IVA, en castellano y gallego, en {days} días laborables.",
    keywords: "desarrollo web, Galicia, landing page, Vue, Nuxt, Quasar, web para pymes",
    socialTitle: "Webs con la luz encendida",
    socialDescription: "Landings, webs de empresa y desarrollo con Vue desde Galicia. Precios claros y plazos que se cumplen.",
  },
  hero: {
    heading: "Webs con la luz encendida",
    lead: "Hacemos webs rápidas y claras para los pequeños negocios de Galicia. Antes de empezar ya sabes el precio y la fecha.",
    picture: "Una ría al amanecer: agua en calma, bateas, islas bajas y, en el cabo, un faro con la luz todavía encendida.",
    viewOffer: "Ver la oferta",
    explore: "Conoce nuestros servicios",
    scroll: "Sigue bajando",
  },
  benefits: {
    heading: "Honestos, transparentes y rápidos",
    items: {
      honest: {
        heading: "Honestos",
        figure: "{refund}",
        text: "del pago inicial de vuelta si no quedas satisfecho. Y si lo que necesitas no es una web, te lo decimos.",
      },
      transparent: {
        heading: "Transparentes",
        figure: "{price}",
        text: "+\u00a0IVA por una landing, por escrito antes de empezar. Y sigues cada paso en una dirección privada.",
      },
      fast: {
        heading: "Rápidos",
        figure: "{days}",
        text: "días laborables para entregar tu landing. Y páginas que abren al momento, también en un móvil viejo y con poca cobertura.",
      },
    },
    about:
      "Abrente quiere decir amanecer en gallego. Abrimos en {founded} para emprendedores, autónomos y pequeños negocios que quieren que los encuentren, que los entiendan y que los elijan.",
  },
  experience: {
    heading: "Más de {years} años escribiendo código del que otros se fían. Ahora puedes fiarte tú.",
    text: "La agencia es de {founded}; quienes trabajamos en ella hacemos webs desde mucho antes. Esa experiencia es nuestro compromiso: la persona con la que hablas es la que hace el trabajo.",
  },
  services: {
    heading: "Lo que hacemos",
    lead: "Dos oficios bajo el mismo techo: programamos para equipos que necesitan un buen frontend y hacemos la web entera para negocios que necesitan clientes.",
    frontend: {
      heading: "Desarrollo frontend",
      items: {
        vue: { name: "Vue y Nuxt", text: "Una aplicación que tu propio equipo puede leer, ampliar y mantener." },
        performance: {
          name: "Rendimiento",
          text: "Páginas que abren antes de que tu cliente se canse de esperar, con cifras que lo demuestran.",
        },
        design: { name: "UX y UI", text: "Pantallas que se entienden a la primera." },
        integrations: { name: "Integraciones", text: "Tu web conectada con la facturación, con las reservas y con el almacén." },
        apps: { name: "Apps híbridas", text: "Un solo código, con Quasar, para la web, Android y iPhone." },
        ai: { name: "Optimización para IA", text: "Contenidos que los buscadores y los asistentes pueden leer y citar bien." },
        testing: { name: "Pruebas", text: "Cambios que se publican sin miedo, porque antes se comprueban todos." },
        accessibility: { name: "Accesibilidad", text: "Una web que puede usar todo el mundo y que cumple la normativa europea." },
        architecture: { name: "Consultoría de arquitectura", text: "Una segunda opinión, por escrito, antes de gastar en lo que no toca." },
      },
    },
    business: {
      heading: "Tu negocio en internet",
      items: {
        landing: { name: "Landings", text: "Una página que explica lo que ofreces y consigue que te llamen." },
        sites: { name: "Webs de empresa", text: "Tus servicios, tu equipo y tus precios, fáciles de encontrar y fáciles de cambiar." },
        ecommerce: {
          name: "Tiendas online",
          text: "Pedidos y cobros a cualquier hora, sin que una plataforma se lleve parte de cada venta.",
        },
        automation: {
          name: "Automatización",
          text: "La respuesta al formulario, el presupuesto y el recordatorio salen solos, sin que muevas un dedo.",
        },
        branding: { name: "Marca", text: "Un nombre, un logotipo y una voz que se parecen a ti y a nadie más." },
        maintenance: {
          name: "Mantenimiento",
          text: "Actualizaciones, copias de seguridad y cambios, para que no tengas que pensar en ello.",
        },
      },
    },
  },
  toolkit: {
    heading: "Nuestra caja de herramientas",
    lead: "Son abiertas, están probadas y tienen años por delante. Si un día cambias de agencia, cualquier buen profesional puede seguir donde lo dejamos.",
    callHeading: "No hace falta que te suene ninguno de estos nombres.",
    callText: "Tú dinos qué necesita tu negocio; elegir las herramientas es cosa nuestra.",
    call: "Cuéntanos qué necesitas",
  },
  process: {
    heading: "Cómo trabajamos",
    lead: "Seis pasos. En todo momento sabes en cuál estamos.",
    steps: {
      understand: {
        heading: "Entendemos lo que necesitas",
        text: "Una charla sobre tu negocio, tus clientes y tus plazos. Sin cuestionarios de doce páginas.",
      },
      design: {
        heading: "Diseñamos la solución",
        text: "Ves la estructura, los textos y el aspecto antes de que programemos una sola línea.",
      },
      build: { heading: "La construimos", text: "En una dirección privada donde puedes seguirla día a día." },
      review: { heading: "Revisamos la calidad", text: "Velocidad, accesibilidad, móviles, navegadores y ortografía, lista en mano." },
      launch: { heading: "La publicamos", text: "Dominio, certificado, estadísticas y buscadores, el día que acordamos." },
      support: { heading: "Seguimos contigo", text: "Cambios, copias de seguridad y respuestas, mientras tú quieras." },
    },
  },
  offer: {
    heading: "Oferta de lanzamiento: tu landing",
    until: "hasta el {until}",
    priceNote: "+\u00a0IVA",
    includedHeading: "Qué incluye",
    included: {
      delivery: { term: "Entrega", text: "{days} días laborables" },
      revisions: { term: "Revisiones", text: "{rounds} rondas de cambios" },
      sections: { term: "Secciones", text: "{sections}: {base} básicas y {chosen} que eliges tú" },
      languages: { term: "Idiomas", text: "Versión bilingüe, en castellano y gallego" },
    },
    optionalHeading: "Si quieres más",
    optional: {
      maintenance: {
        term: "Mantenimiento",
        text: "{month}\u00a0+\u00a0IVA al mes sin permanencia, o {year}\u00a0+\u00a0IVA al año ({free} meses gratis)",
      },
      report: { term: "Informe mensual de rendimiento", text: "El primer mes, gratis; después, {report}\u00a0+\u00a0IVA al mes" },
    },
    guaranteesHeading: "Con esto puedes contar",
    guarantees: {
      refund: { term: "Garantía de satisfacción", text: "Si no quedas satisfecho, te devolvemos el {refund} del pago inicial" },
      referral: { term: "Recomiéndanos", text: "Si nos traes un cliente, tienes un {referral} de descuento en tu próximo proyecto" },
      incidents: { term: "Incidencias", text: "Respuesta garantizada en {hours}\u00a0h" },
    },
    vat: "Precios sin IVA.",
    terms: "Consulta los términos y condiciones completos",
    ask: "Pedir la oferta",
  },
  testimonials: {
    heading: "Lo que dicen los clientes",
    sample: "Ejemplo",
    sampleNote: "Textos de muestra, para enseñar la maquetación. Los clientes de verdad hablarán por sí mismos.",
    items: {
      bakery: {
        sample: true,
        quote:
          "Un lunes no teníamos nada y a las dos semanas la gente ya nos encargaba las roscas de Pascua por la web. Y el precio nos lo dijeron el primer día.",
        name: "Carme Outeiral",
        role: "Panadería, Cambados",
      },
      workshop: {
        sample: true,
        quote: "Corta, clara y para el móvil. Es lo que mira la gente que me viene al taller.",
        name: "Brais Loureiro",
        role: "Taller mecánico, Ordes",
      },
      physio: {
        sample: true,
        quote:
          "Me preguntaron más por mis pacientes que por los colores. Las citas que antes me entraban de noche por teléfono ahora entran solas, y la web habla gallego igual que yo.",
        name: "Iria Vilar",
        role: "Fisioterapeuta, Lugo",
      },
      winery: {
        sample: true,
        quote: "Nos quitaron la mitad de lo que queríamos poner. Y tenían razón.",
        name: "Antón Rial",
        role: "Bodega, O Salnés",
      },
      architect: {
        sample: true,
        quote: "El informe de cada mes cabe en una página, y lo entiendo.",
        name: "Noa Pazos",
        role: "Arquitecta, Vigo",
      },
      startup: {
        sample: true,
        quote:
          "Los llamamos para rescatar una aplicación en Nuxt que nadie se atrevía a tocar. La dejaron con pruebas, documentada y el doble de rápida, y después enseñaron a nuestro equipo a mantenerla así.",
        name: "Xoel Castro",
        role: "Responsable de producto, A Coruña",
      },
    },
  },
};
