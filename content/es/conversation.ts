import type { Content } from "#content/en/index.ts";

export const conversation: Content["conversation"] = {
  meta: {
    title: "Conversación {reference}",
    description: "Lo que {name} y tú os habéis escrito sobre tu solicitud. Solo para ti.",
    keywords: "conversación, solicitud",
    socialTitle: "Conversación",
    socialDescription: "Lo que nos hemos escrito sobre tu solicitud.",
  },
  heading: "Tu solicitud {reference}",
  about: "{reason} · {state}",
  list: "Mensajes",
  /** Messages that came while the page was open. */
  news: { one: "{n} mensaje nuevo", many: "{n} mensajes nuevos", show: "Ver" },
  you: "Tú",
  us: "{who}, {name}",
  became: "Tu solicitud: {state}",
  rest: "Resto del correo",
  answer: {
    label: "Tu mensaje",
    hint: "Te respondemos aquí y por correo, en {email}.",
    send: "Enviar",
    sending: "Enviando…",
    done: "Tu mensaje se ha enviado. Te responderemos en cuanto podamos.",
  },
  link: "Has llegado con el enlace de nuestro correo. Funciona hasta el {date}, y quien lo tenga puede leer esta página: no lo compartas.",
  account: { text: "Con una cuenta para {email} tienes todas tus solicitudes en un solo sitio. ", create: "Crear una cuenta" },
  all: "Todas mis solicitudes",
  errors: {
    text: "Escribe antes tu mensaje.",
    textLong: "El mensaje no puede pasar de {max} caracteres.",
    limited: "Son muchos mensajes en una hora. Espera {n} minutos y vuelve a enviarlo: lo que has escrito sigue aquí.",
    files: "Un archivo que habías añadido ya no está. Añádelo otra vez y envía: lo que has escrito sigue aquí.",
  },
  closed: {
    expired: {
      heading: "Este enlace ha caducado",
      text: "Por tu seguridad, los enlaces de nuestros correos funcionan durante {days} días. Responde a nuestro correo o escríbenos de nuevo y recibirás otro. Con una cuenta puedes leer tus conversaciones siempre que quieras.",
    },
    ended: {
      heading: "Este enlace ya no funciona",
      text: "Lo hemos anulado. Responde a nuestro correo o escríbenos de nuevo y recibirás otro con nuestra respuesta. Con una cuenta puedes leer tus conversaciones siempre que quieras.",
    },
    unknown: {
      heading: "Este enlace no abre nada",
      text: "Puede que esté incompleto: ábrelo otra vez desde nuestro correo o copia la dirección entera. Si la solicitud se ha borrado, su enlace tampoco existe ya.",
    },
    limited: { heading: "Demasiados intentos", text: "Espera unos minutos y vuelve a abrir el enlace." },
    write: "Escríbenos",
    signIn: "Iniciar sesión",
    typed: "Lo que has escrito, para que puedas copiarlo:",
  },
};
