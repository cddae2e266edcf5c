import type { Content } from "#content/en/index.ts";

export const home: Content["home"] = {
  meta: {
    title: "Webs para pequeños negocios de Galicia",
    description:
      "Webs rápidas y claras para pequeños negocios y autónomos de Galicia. Tu web de una página (landing) por {price}\u00a0+\u00a0IVA, en castellano y gallego, en {days} días laborables.",
    keywords: "desarrollo web, Galicia, landing page, Vue, Nuxt, Quasar, web para pymes",
    socialTitle: "Webs con la luz encendida",
    socialDescription: "Webs de una página, webs de empresa y desarrollo con Vue desde Galicia. Precios claros y plazos que se cumplen.",
  },
  hero: {
    brand: "Webs con la luz encendida",
    heading: "La web de tu negocio, con precio y fecha desde el primer día",
    lead: "Hacemos webs rápidas y claras para los pequeños negocios de Galicia, en gallego y castellano. Lo que cuesta y cuándo estará, por escrito antes de empezar.",
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
        figure: "{rounds}",
        unit: "rondas de cambios incluidas",
        text: "Si aun así no te convence, te devolvemos el {refund} del pago inicial ({refundTotal} con IVA incluido); el resto del precio ya no lo debes. Y si lo que necesitas no es una web, te lo decimos.",
      },
      transparent: {
        heading: "Transparentes",
        figure: "{price}",
        unit: "+\u00a0IVA por una web de una página (landing)",
        text: "Con {sections} secciones, en castellano y gallego: {total} con IVA incluido, por escrito antes de empezar. Los textos y las fotos los traes tú; el dominio y el alojamiento los pagas al proveedor.",
      },
      fast: {
        heading: "Rápidos",
        figure: "{days}",
        unit: "días laborables para entregar tu web de una página",
        text: "Cuentan desde que tenemos el pago inicial y todos tus contenidos. Y tu página se abre al momento, también en un móvil viejo y con poca cobertura.",
      },
    },
    about:
      "En gallego, el abrente es el amanecer. Abrimos en {founded} para emprendedores, autónomos y pequeños negocios que quieren que los encuentren, que los entiendan y que los elijan.",
    /** Under "fast". The second sentence has the visitor’s own figures. */
    proof: {
      everybody: "Esta página pesa menos de {weight}\u00a0kB: una sola foto del móvil pesa cincuenta veces más.",
      yours:
        "Acabas de comprobarlo: esta página se abrió en {seconds}\u00a0segundos y pesó {size}\u00a0kB. Una sola foto del móvil pesa cincuenta veces más.",
    },
  },
  experience: {
    heading: "Llevamos más de {years}\u00a0años programando para otros. Ahora, para ti.",
    text: "Abrimos la agencia en {founded}; quienes trabajamos en ella hacemos webs desde mucho antes. Esa experiencia es nuestro compromiso: la persona con la que hablas es la que hace el trabajo.",
  },
  services: {
    heading: "Lo que hacemos",
    lead: "Dos oficios bajo el mismo techo: hacemos la web entera para negocios que necesitan clientes y el frontend para equipos de software.",
    /** Unfolds the second list on a phone. */
    show: "Ver los {count} servicios",
    business: {
      heading: "Tu negocio en internet",
      items: {
        landing: { name: "Webs de una página (landings)", text: "Una página que explica lo que ofreces y consigue que te llamen." },
        sites: { name: "Webs de empresa", text: "Tus servicios, tu equipo y tus precios, fáciles de encontrar y fáciles de cambiar." },
        ecommerce: {
          name: "Tiendas online",
          text: "Pedidos y cobros a cualquier hora, en tu propia tienda y sin marketplaces: solo pagas la comisión del banco o de la pasarela de pago.",
        },
        automation: {
          name: "Automatización",
          text: "La respuesta al formulario, el presupuesto y el recordatorio salen solos, sin que muevas un dedo.",
        },
        branding: { name: "Marca", text: "Un nombre, un logotipo y una voz que se parecen a ti y a nadie más." },
        maintenance: {
          name: "Mantenimiento",
          text: "Actualizaciones, copias de seguridad y pequeños cambios, para que no tengas que pensar en ello.",
        },
      },
    },
    frontend: {
      heading: "Frontend para equipos de software",
      items: {
        vue: { name: "Vue y Nuxt", text: "Una aplicación que tu propio equipo puede leer, ampliar y mantener." },
        performance: {
          name: "Rendimiento",
          text: "Páginas que se abren antes de que tu cliente se canse de esperar, con cifras que lo demuestran.",
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
  },
  toolkit: {
    heading: "Nuestra caja de herramientas",
    lead: "Herramientas abiertas, probadas y con años por delante. Si un día cambias de agencia, cualquier buen profesional puede seguir donde lo dejamos.",
    callHeading: "No hace falta que te suene ninguno de estos nombres.",
    callText: "Tú dinos qué necesita tu negocio; elegir las herramientas es cosa nuestra.",
    call: "Cuéntanos qué necesitas",
  },
  process: {
    heading: "Cómo trabajamos",
    lead: "Seis pasos. En todo momento sabes en cuál estamos.",
    /** The last step’s tag. */
    optional: "Opcional",
    steps: {
      understand: {
        heading: "Entendemos lo que necesitas",
        text: "Una charla sobre tu negocio, tus clientes y tus plazos. Sin cuestionarios de doce páginas.",
      },
      design: {
        heading: "Diseñamos la solución",
        text: "Ves la estructura y el aspecto, con tus textos ya en su sitio, antes de que escribamos una sola línea de código.",
      },
      build: { heading: "La construimos", text: "Ves cómo avanza, día a día, en una página privada, solo para ti." },
      review: {
        heading: "Revisamos la calidad",
        text: "Velocidad, accesibilidad, móviles, navegadores y ortografía: punto por punto, sin saltarnos ninguno.",
      },
      launch: {
        heading: "La publicamos",
        text: "Conectamos tu dominio y tu alojamiento, y dejamos listos el certificado, las estadísticas y los buscadores, el día acordado.",
      },
      support: {
        heading: "Seguimos contigo",
        text: "Con el mantenimiento opcional: actualizaciones, copias de seguridad y pequeños cambios por {month}\u00a0+\u00a0IVA al mes, mientras tú quieras.",
      },
    },
  },
  offer: {
    heading: "Oferta de lanzamiento: tu web de una página",
    until: "hasta el {until}",
    priceNote: "+\u00a0IVA",
    total: "{total} con IVA incluido",
    glanceHeading: "De un vistazo",
    glance: {
      sections: { term: "Secciones", text: "{sections}: {base} básicas y {chosen} que eliges tú." },
      languages: { term: "Idiomas", text: "Versión bilingüe, en castellano y gallego. La traducción la hacemos nosotros." },
      delivery: { term: "Entrega", text: "{days} días laborables, desde que tenemos el pago inicial y todos tus contenidos." },
      revisions: { term: "Revisiones", text: "{rounds} rondas de cambios, y garantía de satisfacción." },
      excluded: { term: "No incluye", text: "El dominio y el alojamiento, la redacción de los textos y las fotos." },
    },
    guaranteesHeading: "Nuestros compromisos",
    guarantees: {
      refund: {
        term: "Garantía de satisfacción",
        text: "Si no te convence, dínoslo en los {guaranteeDays} días siguientes a la entrega y te devolvemos el {refund} del pago inicial ({refundTotal} con IVA incluido). El resto del precio ya no lo debes y, si lo has pagado, te lo devolvemos. La página no se publica, o se retira.",
      },
      referral: { term: "Recomiéndanos", text: "Si nos traes un cliente, tienes un {referral} de descuento en tu próximo proyecto." },
      incidents: { term: "Si algo falla", text: "Respuesta garantizada en {hours}\u00a0h." },
    },
    vat: "Precios sin IVA, salvo que digamos otra cosa.",
    terms: "Consulta los términos y condiciones completos",
    ask: "Pedir la oferta",
    call: "¿Prefieres hablarlo? Llámanos al",
  },
  testimonials: {
    heading: "Lo que dicen los clientes",
    sample: "Ejemplo",
    sampleNote: "Textos de muestra, para enseñar la maquetación. Los clientes de verdad hablarán por sí mismos.",
    samples: {
      bakery: {
        name: "Carme Outeiral",
        trade: "Panadería",
        town: "Cambados",
        text: "Un lunes no teníamos nada y a las dos semanas la gente ya nos encargaba las roscas de Pascua por la web. Y el precio nos lo dijeron el primer día.",
      },
      workshop: {
        name: "Brais Loureiro",
        trade: "Taller mecánico",
        town: "Ordes",
        text: "Corta, clara y para el móvil. Es lo que mira la gente que me viene al taller.",
      },
      physio: {
        name: "Iria Vilar",
        trade: "Fisioterapeuta",
        town: "Lugo",
        text: "Me preguntaron más por mis pacientes que por los colores. Las citas que antes me entraban de noche por teléfono ahora entran solas, y la web habla gallego igual que yo.",
      },
      winery: {
        name: "Antón Rial",
        trade: "Bodega",
        town: "O Salnés",
        text: "Nos quitaron la mitad de lo que queríamos poner. Y tenían razón.",
      },
      architect: {
        name: "Noa Pazos",
        trade: "Arquitecta",
        town: "Vigo",
        text: "El informe de cada mes cabe en una página, y lo entiendo.",
      },
      startup: {
        name: "Xoel Castro",
        trade: "Responsable de producto",
        town: "A Coruña",
        text: "Los llamamos para rescatar una aplicación en Nuxt que nadie se atrevía a tocar. La dejaron con pruebas, documentada y el doble de rápida, y después enseñaron a nuestro equipo a mantenerla así.",
      },
    },
  },
};
