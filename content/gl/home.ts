import type { Content } from "#content/en/index.ts";

export const home: Content["home"] = {
  meta: {
    title: "Webs para pequenos negocios de Galicia",
    description:
      "Webs rápidas e claras para pequenos negocios e autónomos de Galicia. A túa web dunha páxina (landing) por {price}\u00a0+\u00a0IVE, en galego e castelán, en {days} días laborables.",
    keywords: "desenvolvemento web, Galicia, landing page, Vue, Nuxt, Quasar, web para pemes",
    socialTitle: "Webs coa luz acesa",
    socialDescription: "Webs dunha páxina, webs de empresa e desenvolvemento con Vue desde Galicia. Prezos claros e prazos que se cumpren.",
  },
  hero: {
    brand: "Webs coa luz acesa",
    heading: "A web do teu negocio, con prezo e data desde o primeiro día",
    lead: "Facemos webs rápidas e claras para os pequenos negocios de Galicia, en galego e castelán. O que custa e cando estará, por escrito antes de comezar.",
    picture: "Unha ría ao abrente: auga mansa, bateas, illas baixas e, no cabo, un faro coa luz aínda acesa.",
    viewOffer: "Ver a oferta",
    explore: "Coñece os nosos servizos",
    scroll: "Segue baixando",
  },
  benefits: {
    heading: "Honestos, transparentes e rápidos",
    items: {
      honest: {
        heading: "Honestos",
        figure: "{rounds}",
        unit: "roldas de cambios incluídas",
        text: "Se aínda así non che convence, devolvémosche o {refund} do pagamento inicial ({refundTotal} co IVE incluído); o resto do prezo xa non o debes. E se o que precisas non é unha web, dicímoscho.",
      },
      transparent: {
        heading: "Transparentes",
        figure: "{price}",
        unit: "+\u00a0IVE por unha web dunha páxina (landing)",
        text: "Con {sections} seccións, en galego e castelán: {total} co IVE incluído, por escrito antes de comezar. Os textos e as fotos tráelos ti; o dominio e o aloxamento págalos ao provedor.",
      },
      fast: {
        heading: "Rápidos",
        figure: "{days}",
        unit: "días laborables para entregar a túa web dunha páxina",
        text: "Contan desde que temos o pagamento inicial e todos os teus contidos. E a túa páxina ábrese no acto, tamén nun móbil vello e con pouca cobertura.",
      },
    },
    about:
      "O abrente é a hora en que rompe o día. Abrimos en {founded} para emprendedores, autónomos e pequenos negocios que queren que os atopen, que os entendan e que os escollan.",
    /** Under "fast". The second sentence has the visitor’s own figures. */
    proof: {
      everybody: "Esta páxina pesa menos de {weight}\u00a0kB: unha soa foto do móbil pesa cincuenta veces máis.",
      yours:
        "Acabas de comprobalo: esta páxina abriuse en {seconds}\u00a0segundos e pesou {size}\u00a0kB. Unha soa foto do móbil pesa cincuenta veces máis.",
    },
  },
  experience: {
    heading: "Levamos máis de {years}\u00a0anos programando para outros. Agora, para ti.",
    text: "Abrimos a axencia en {founded}; quen traballamos nela facemos webs desde moito antes. Esa experiencia é o noso compromiso: a persoa coa que falas é a que fai o traballo.",
  },
  services: {
    heading: "O que facemos",
    lead: "Dous oficios baixo o mesmo teito: facemos a web enteira para negocios que precisan clientela e o frontend para equipos de software.",
    /** Unfolds the second list on a phone. */
    show: "Ver os {count} servizos",
    business: {
      heading: "O teu negocio na rede",
      items: {
        landing: { name: "Webs dunha páxina (landings)", text: "Unha páxina que explica o que ofreces e consegue que te chamen." },
        sites: { name: "Webs de empresa", text: "Os teus servizos, o teu equipo e os teus prezos, doados de atopar e doados de cambiar." },
        ecommerce: {
          name: "Tendas en liña",
          text: "Pedidos e cobramentos a calquera hora, na túa propia tenda e sen marketplaces: só pagas a comisión do banco ou da pasarela de pagamento.",
        },
        automation: {
          name: "Automatización",
          text: "A resposta ao formulario, o orzamento e o recordatorio saen sós, sen moveres un dedo.",
        },
        branding: { name: "Marca", text: "Un nome, un logotipo e unha voz que se parecen a ti e a ninguén máis." },
        maintenance: {
          name: "Mantemento",
          text: "Actualizacións, copias de seguridade e pequenos cambios, para que non teñas que pensar niso.",
        },
      },
    },
    frontend: {
      heading: "Frontend para equipos de software",
      items: {
        vue: { name: "Vue e Nuxt", text: "Unha aplicación que o teu propio equipo pode ler, ampliar e manter." },
        performance: {
          name: "Rendemento",
          text: "Páxinas que se abren antes de que a clientela canse de agardar, con cifras que o demostran.",
        },
        design: { name: "UX e UI", text: "Pantallas que se entenden á primeira." },
        integrations: { name: "Integracións", text: "A túa web conectada coa facturación, coas reservas e co almacén." },
        apps: { name: "Apps híbridas", text: "Un só código, con Quasar, para a web, Android e iPhone." },
        ai: { name: "Optimización para IA", text: "Contidos que os buscadores e os asistentes poden ler e citar ben." },
        testing: { name: "Probas", text: "Cambios que se publican sen medo, porque antes se comproban todos." },
        accessibility: { name: "Accesibilidade", text: "Unha web que pode usar todo o mundo e que cumpre a normativa europea." },
        architecture: {
          name: "Consultoría de arquitectura",
          text: "Unha segunda opinión, por escrito, antes de gastares no que non toca.",
        },
      },
    },
  },
  toolkit: {
    heading: "A nosa caixa de ferramentas",
    lead: "Ferramentas abertas, probadas e con anos por diante. Se un día cambias de axencia, calquera bo profesional pode seguir onde o deixamos.",
    callHeading: "Non fai falta que che soe ningún destes nomes.",
    callText: "Ti dinos que precisa o teu negocio; escoller as ferramentas é cousa nosa.",
    call: "Cóntanos que precisas",
  },
  process: {
    heading: "Como traballamos",
    lead: "Seis pasos. En todo momento sabes en cal estamos.",
    /** The last step’s tag. */
    optional: "Opcional",
    steps: {
      understand: {
        heading: "Entendemos o que precisas",
        text: "Unha conversa sobre o teu negocio, a túa clientela e os teus prazos. Sen cuestionarios de doce páxinas.",
      },
      design: {
        heading: "Deseñamos a solución",
        text: "Ves a estrutura e o aspecto, cos teus textos xa no seu sitio, antes de escribirmos unha soa liña de código.",
      },
      build: { heading: "Construímola", text: "Ves como avanza, día a día, nunha páxina privada, só para ti." },
      review: {
        heading: "Revisamos a calidade",
        text: "Velocidade, accesibilidade, móbiles, navegadores e ortografía: punto por punto, sen saltar ningún.",
      },
      launch: {
        heading: "Publicámola",
        text: "Conectamos o teu dominio e o teu aloxamento, e deixamos listos o certificado, as estatísticas e os buscadores, o día acordado.",
      },
      support: {
        heading: "Seguimos contigo",
        text: "Co mantemento opcional: actualizacións, copias de seguridade e pequenos cambios por {month}\u00a0+\u00a0IVE ao mes, mentres ti queiras.",
      },
    },
  },
  offer: {
    heading: "Oferta de lanzamento: a túa web dunha páxina",
    until: "ata o {until}",
    priceNote: "+\u00a0IVE",
    total: "{total} co IVE incluído",
    glanceHeading: "Dunha ollada",
    glance: {
      sections: { term: "Seccións", text: "{sections}: {base} básicas e {chosen} que escolles ti." },
      languages: { term: "Linguas", text: "Versión bilingüe, en galego e castelán. A tradución facémola nós." },
      delivery: { term: "Entrega", text: "{days} días laborables, desde que temos o pagamento inicial e todos os teus contidos." },
      revisions: { term: "Revisións", text: "{rounds} roldas de cambios, e garantía de satisfacción." },
      excluded: { term: "Non inclúe", text: "O dominio e o aloxamento, a redacción dos textos e as fotos." },
    },
    guaranteesHeading: "Os nosos compromisos",
    guarantees: {
      refund: {
        term: "Garantía de satisfacción",
        text: "Se non che convence, dínolo nos {guaranteeDays} días seguintes á entrega e devolvémosche o {refund} do pagamento inicial ({refundTotal} co IVE incluído). O resto do prezo xa non o debes e, se o pagaches, devolvémoscho. A páxina non se publica, ou retírase.",
      },
      referral: { term: "Recoméndanos", text: "Se nos traes un cliente, tes un {referral} de desconto no teu próximo proxecto." },
      incidents: { term: "Se algo falla", text: "Resposta garantida en {hours}\u00a0h." },
    },
    vat: "Prezos sen IVE, agás que digamos outra cousa.",
    terms: "Consulta os termos e condicións completos",
    ask: "Pedir a oferta",
    call: "Prefires falalo? Chámanos ao",
  },
  testimonials: {
    heading: "O que di a clientela",
    sample: "Exemplo",
    sampleNote: "Textos de mostra, para ensinar a maquetación. A clientela de verdade falará por si mesma.",
    samples: {
      bakery: {
        name: "Carme Outeiral",
        trade: "Panadaría",
        town: "Cambados",
        text: "Un luns non tiñamos nada e ás dúas semanas a xente xa nos encargaba as roscas de Pascua pola web. E o prezo dixéronnolo o primeiro día.",
      },
      workshop: {
        name: "Brais Loureiro",
        trade: "Taller mecánico",
        town: "Ordes",
        text: "Curta, clara e para o móbil. É o que mira a xente que me vén ao taller.",
      },
      physio: {
        name: "Iria Vilar",
        trade: "Fisioterapeuta",
        town: "Lugo",
        text: "Preguntáronme máis polos meus pacientes ca polas cores. As citas que antes me entraban de noite por teléfono agora entran soas, e a web fala galego coma min.",
      },
      winery: {
        name: "Antón Rial",
        trade: "Adega",
        town: "O Salnés",
        text: "Quitáronnos a metade do que queriamos poñer. E tiñan razón.",
      },
      architect: {
        name: "Noa Pazos",
        trade: "Arquitecta",
        town: "Vigo",
        text: "O informe de cada mes cabe nunha páxina, e enténdoo.",
      },
      startup: {
        name: "Xoel Castro",
        trade: "Responsable de produto",
        town: "A Coruña",
        text: "Chamámolos para rescatar unha aplicación en Nuxt que ninguén se atrevía a tocar. Deixárona con probas, documentada e o dobre de rápida, e despois ensináronlle ao noso equipo a mantela así.",
      },
    },
  },
};
