import type { Content } from "#content/en/index.ts";

export const conversation: Content["conversation"] = {
  meta: {
    title: "Conversa {reference}",
    description: "O que {name} e ti vos escribistes sobre a túa solicitude. Só para ti.",
    keywords: "conversa, solicitude",
    socialTitle: "Conversa",
    socialDescription: "O que nos escribimos sobre a túa solicitude.",
  },
  heading: "A túa solicitude {reference}",
  about: "{reason} · {state}",
  list: "Mensaxes",
  /** Messages that came while the page was open. */
  news: { one: "{n} mensaxe nova", many: "{n} mensaxes novas", show: "Ver" },
  you: "Ti",
  us: "{who}, {name}",
  became: "A túa solicitude: {state}",
  rest: "Resto do correo",
  answer: {
    label: "A túa mensaxe",
    hint: "Respondémosche aquí e por correo, en {email}.",
    send: "Enviar",
    sending: "Enviando…",
    done: "A túa mensaxe enviouse. Responderémosche en canto poidamos.",
  },
  link: "Chegaches coa ligazón do noso correo. Funciona ata o {date}, e quen a teña pode ler esta páxina: non a compartas.",
  account: { text: "Cunha conta para {email} tes todas as túas solicitudes nun só sitio. ", create: "Crear unha conta" },
  all: "Todas as miñas solicitudes",
  errors: {
    text: "Escribe antes a túa mensaxe.",
    textLong: "A mensaxe non pode pasar de {max} caracteres.",
    limited: "Son moitas mensaxes nunha hora. Agarda {n} minutos e envíaa de novo: o que escribiches segue aquí.",
    files: "Un ficheiro que engadiras xa non está. Engádeo outra vez e envía: o que escribiches segue aquí.",
  },
  closed: {
    expired: {
      heading: "Esta ligazón caducou",
      text: "Pola túa seguridade, as ligazóns dos nosos correos funcionan durante {days} días. Responde ao noso correo ou escríbenos de novo e recibirás outra. Cunha conta podes ler as túas conversas sempre que queiras.",
    },
    ended: {
      heading: "Esta ligazón xa non funciona",
      text: "Anulámola. Responde ao noso correo ou escríbenos de novo e recibirás outra coa nosa resposta. Cunha conta podes ler as túas conversas sempre que queiras.",
    },
    unknown: {
      heading: "Esta ligazón non abre nada",
      text: "Pode que estea incompleta: ábrea outra vez desde o noso correo ou copia o enderezo enteiro. Se a solicitude se borrou, a súa ligazón tampouco existe xa.",
    },
    limited: { heading: "Demasiados intentos", text: "Agarda uns minutos e abre a ligazón de novo." },
    write: "Escríbenos",
    signIn: "Iniciar sesión",
    typed: "O que escribiches, para que o poidas copiar:",
  },
};
