import type { Content } from "#content/en/index.ts";

export const contact: Content["contact"] = {
  meta: {
    title: "Contacto",
    description: "Escríbenos o llámanos: una agencia web pequeña de Galicia que responde {soon}, en gallego, castellano o inglés.",
    keywords: "contacto, agencia web, Galicia, presupuesto, landing page",
    socialTitle: "Cuéntanos tu proyecto",
    socialDescription: "Con un mensaje basta para empezar. Respondemos {soon}.",
  },
  modes: {
    contact: {
      heading: "Cuéntanos tu proyecto",
      lead: "Con un mensaje basta para empezar. Dinos a qué te dedicas y qué tiene que hacer la web por tu negocio; te respondemos {soon}, y preguntar no cuesta nada.",
    },
    requestOffer: {
      heading: "La web de una página (landing) por {price}\u00a0+\u00a0IVA",
      lead: "Estás pidiendo la oferta de lanzamiento. Dinos tu nombre, a qué se dedica tu negocio y qué secciones añadirías a las básicas.",
    },
  },
  offerMessage: "Hola. Me interesa la oferta especial de la web de una página (landing) por {price}. ¿Qué necesitáis de mí para empezar?",
  sign: "El equipo de {name}",
  data: { email: "Correo electrónico", phone: "Teléfono", address: "Dirección" },
  team: { heading: "Con quién vas a hablar", portrait: "Foto de {name}" },
  /** The direct ways, in the hero and in the header. */
  lines: { call: "Llámanos", whatsapp: "WhatsApp" },
  form: {
    required: "Los campos con asterisco son obligatorios.",
    optional: "opcional",
    labels: {
      name: "Nombre",
      email: "Correo electrónico",
      company: "Empresa",
      city: "Ciudad",
      phone: "Teléfono",
      reason: "¿Por qué motivo nos escribes?",
      message: "Mensaje",
    },
    reasons: {
      general: "Una consulta general",
      offer: "La oferta de lanzamiento",
      support: "Ayuda con una web",
      partnership: "Una colaboración",
    },
    chooseReason: "Elige un motivo",
    messageHint: "Al menos {min} caracteres.",
    count: { missing: "Caracteres que faltan: {count}", enough: "{count} de {max}", over: "Caracteres que sobran: {count}" },
    note: {
      before:
        "{legalName} es responsable de tus datos y los usa para responderte y, si lo pides, para prepararte un presupuesto. Puedes acceder a ellos, corregirlos o suprimirlos, y ejercer tus demás derechos, escribiendo a {email}. Tienes más información en la ",
      link: "política de privacidad",
      after: ".",
    },
    privacy: { before: "He leído y acepto la ", link: "política de privacidad", after: "" },
    terms: { before: "Acepto los ", link: "términos y condiciones", after: "" },
    send: "Enviar",
    sending: "Enviando…",
    trap: "Deja este campo vacío",
  },
  errors: {
    summary: "Falta algún dato o hay algo que corregir",
    required: "El campo {field} es obligatorio.",
    fields: { name: "nombre", email: "correo electrónico", reason: "motivo", message: "mensaje", company: "empresa", city: "ciudad" },
    email: "Escribe una dirección de correo válida.",
    phoneLetters: "El teléfono no puede llevar letras.",
    phone: "Escribe un teléfono español válido (por ejemplo, {mobile} o {landline}).",
    short: "El mensaje debe tener al menos {min} caracteres.",
    long: "El campo {field} no puede pasar de {max} caracteres.",
    privacy: "Tienes que aceptar la política de privacidad.",
    terms: "Tienes que aceptar los términos y condiciones.",
  },
  sent: {
    heading: "Tu mensaje se ha enviado correctamente.",
    text: "Nos pondremos en contacto contigo lo antes posible.",
    nextHeading: "Qué pasa ahora",
    next: {
      receipt:
        "En unos minutos te llegará un correo para confirmarte que tenemos tu mensaje. Si no lo ves, mira en la carpeta de correo no deseado.",
      answer: "Alguien del equipo lee tu mensaje y te responde {soon}, desde {email}.",
      urgent: "Si te corre prisa, llámanos al {phone}.",
    },
    follow: {
      guest: "¿Quieres seguir tu solicitud?",
      create: "Crea una cuenta",
      member: "Puedes seguir tu solicitud en tu área de clientes:",
      area: "mi área",
    },
    home: "Volver al inicio",
    again: "Escribir otro mensaje",
  },
  failed: {
    heading: "Ha habido un error al enviar el mensaje.",
    text: "Algo ha fallado en el envío. Vuelve a intentarlo más tarde, por favor. Gracias.",
    kept: "Lo que has escrito sigue en el formulario. También puedes escribir a {email} o llamar al {phone}.",
  },
  limited: {
    heading: "Demasiados mensajes en poco tiempo.",
    text: "Tu mensaje no se ha enviado. Lo que has escrito sigue en el formulario: espera {wait} y vuelve a intentarlo, o escribe a {email}.",
    minutes: { one: "un minuto", many: "{count} minutos" },
  },
  tooLarge: {
    heading: "El mensaje ocupa demasiado.",
    text: "No se ha enviado. Vuelve atrás en el navegador, acorta el texto y envíalo otra vez; si tienes archivos, mándanoslos por correo a {email}.",
  },
};
