import type { Content } from "#content/en/index.ts";

export const contact: Content["contact"] = {
  meta: {
    title: "Contacto",
    description: "Escríbenos ou chámanos: unha axencia web pequena de Galicia que responde {soon}, en galego, castelán ou inglés.",
    keywords: "contacto, axencia web, Galicia, orzamento, landing page",
    socialTitle: "Cóntanos o teu proxecto",
    socialDescription: "Cunha mensaxe abonda para comezar. Respondemos {soon}.",
  },
  modes: {
    contact: {
      heading: "Cóntanos o teu proxecto",
      lead: "Cunha mensaxe abonda para comezar. Dinos a que te dedicas e que ten que facer a web polo teu negocio; respondémosche {soon}, e preguntar non custa nada.",
    },
    requestOffer: {
      heading: "A web dunha páxina (landing) por {price}\u00a0+\u00a0IVE",
      lead: "Estás a pedir a oferta de lanzamento. Dinos o teu nome, a que se dedica o teu negocio e que seccións engadirías ás básicas.",
    },
  },
  offerMessage: "Ola. Interésame a oferta especial da web dunha páxina (landing) por {price}. Que precisades de min para comezar?",
  sign: "O equipo de {name}",
  data: { email: "Correo electrónico", phone: "Teléfono", address: "Enderezo" },
  team: { heading: "Con quen vas falar", portrait: "Foto de {name}" },
  /** The direct ways, in the hero and in the header. */
  lines: { call: "Chámanos", whatsapp: "WhatsApp" },
  form: {
    required: "Os campos con asterisco son obrigatorios.",
    optional: "opcional",
    labels: {
      name: "Nome",
      email: "Correo electrónico",
      company: "Empresa",
      city: "Cidade",
      phone: "Teléfono",
      reason: "Por que motivo nos escribes?",
      message: "Mensaxe",
    },
    reasons: {
      general: "Unha consulta xeral",
      offer: "A oferta de lanzamento",
      support: "Axuda cunha web",
      partnership: "Unha colaboración",
    },
    chooseReason: "Escolle un motivo",
    messageHint: "Polo menos {min} caracteres.",
    count: { missing: "Caracteres que faltan: {count}", enough: "{count} de {max}", over: "Caracteres que sobran: {count}" },
    note: {
      before:
        "{legalName} é responsable dos teus datos e úsaos para responderche e, se o pides, para prepararche un orzamento. Podes acceder a eles, corrixilos ou suprimilos, e exercer os teus demais dereitos, escribindo a {email}. Tes máis información na ",
      link: "política de privacidade",
      after: ".",
    },
    privacy: { before: "Lin e acepto a ", link: "política de privacidade", after: "" },
    terms: { before: "Acepto os ", link: "termos e condicións", after: "" },
    send: "Enviar",
    sending: "Enviando…",
    trap: "Deixa este campo baleiro",
  },
  errors: {
    summary: "Falta algún dato ou hai algo que corrixir",
    required: "O campo {field} é obrigatorio.",
    fields: { name: "nome", email: "correo electrónico", reason: "motivo", message: "mensaxe", company: "empresa", city: "cidade" },
    email: "Escribe un enderezo de correo válido.",
    phoneLetters: "O teléfono non pode levar letras.",
    phone: "Escribe un teléfono español válido (por exemplo, {mobile} ou {landline}).",
    short: "A mensaxe debe ter polo menos {min} caracteres.",
    long: "O campo {field} non pode pasar de {max} caracteres.",
    privacy: "Tes que aceptar a política de privacidade.",
    terms: "Tes que aceptar os termos e condicións.",
  },
  sent: {
    heading: "A túa mensaxe enviouse correctamente.",
    text: "Poñerémonos en contacto contigo canto antes.",
    nextHeading: "Que pasa agora",
    next: {
      receipt:
        "Nuns minutos chegarache un correo para confirmarche que temos a túa mensaxe. Se non o ves, mira no cartafol de correo lixo.",
      answer: "Unha persoa do equipo le a túa mensaxe e respóndeche {soon}, desde {email}.",
      urgent: "Se che corre présa, chámanos ao {phone}.",
    },
    follow: {
      guest: "Queres seguir a túa solicitude?",
      create: "Crea unha conta",
      member: "Podes seguir a túa solicitude na túa área de clientes:",
      area: "a miña área",
    },
    home: "Volver ao inicio",
    again: "Escribir outra mensaxe",
  },
  failed: {
    heading: "Houbo un erro ao enviar a mensaxe.",
    text: "Algo fallou no envío. Volve intentalo máis tarde, por favor. Grazas.",
    kept: "O que escribiches segue no formulario. Tamén podes escribir a {email} ou chamar ao {phone}.",
  },
  limited: {
    heading: "Demasiadas mensaxes en pouco tempo.",
    text: "A túa mensaxe non se enviou. O que escribiches segue no formulario: agarda {wait} e volve intentalo, ou escribe a {email}.",
    minutes: { one: "un minuto", many: "{count} minutos" },
  },
  tooLarge: {
    heading: "A mensaxe ocupa demasiado.",
    text: "Non se enviou. Volve atrás no navegador, acurta o texto e envíao outra vez; se tes ficheiros, mándanolos por correo a {email}.",
  },
};
