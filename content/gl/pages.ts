import type { Content } from "#content/en/index.ts";

export const pages: Omit<Content, "shell" | "home" | "contact" | "mail"> = {
  confirm: {
    meta: {
      title: "Confirma o teu correo",
      description: "A páxina á que levan as ligazóns dos nosos correos: confirma o teu enderezo, o teu acceso ou un cambio que pediches.",
      keywords: "confirmar correo, conta",
      socialTitle: "Confirma o teu correo",
      socialDescription: "A páxina á que levan as ligazóns dos nosos correos.",
    },
    heading: "Confirma o teu correo",
    lead: "A ligazón que abriches non trae código de confirmación. Abre a ligazón do último correo que che enviamos; se caducou, escríbenos e mandámosche outra.",
    action: "Escríbenos",
  },
  login: {
    meta: {
      title: "Entrar",
      description: "A área de clientes de {name}: segue as túas solicitudes e o teu proxecto. Abriremos o acceso cos primeiros proxectos.",
      keywords: "área de clientes, entrar",
      socialTitle: "Área de clientes",
      socialDescription: "Segue as túas solicitudes e o teu proxecto.",
    },
    heading: "Entra na túa área de clientes",
    lead: "A área de clientes aínda non está aberta a todo o mundo. Se agardas novas do teu proxecto, escríbenos e contámosche como vai.",
    action: "Escríbenos",
  },
  register: {
    meta: {
      title: "Crear unha conta",
      description:
        "Cunha conta na área de clientes de {name} segues as túas solicitudes e o teu proxecto nun só sitio, sen cadeas de correos.",
      keywords: "área de clientes, crear unha conta",
      socialTitle: "Crear unha conta",
      socialDescription: "Segue as túas solicitudes e o teu proxecto nun só sitio.",
    },
    heading: "Crear unha conta",
    lead: "Aínda non abrimos contas. Para comezar un proxecto non che fai falta ningunha: escríbenos e terás resposta nun día laborable.",
    action: "Escríbenos",
  },
  me: {
    meta: {
      title: "A miña área",
      description: "As túas solicitudes, os teus datos e os teus axustes de seguridade en {name}. Tes que entrar para ver esta páxina.",
      keywords: "área de clientes, as miñas solicitudes",
      socialTitle: "A miña área",
      socialDescription: "As túas solicitudes e os teus datos, nun só sitio.",
    },
    heading: "A miña área",
    lead: "Aquí atoparás as túas solicitudes e os teus datos. Tes que entrar para velos.",
    action: "Entrar",
  },
  adminProfiles: {
    meta: {
      title: "Persoas",
      description: "As persoas con conta en {name}. Para o equipo da axencia; tes que entrar para ver esta páxina.",
      keywords: "administración",
      socialTitle: "Persoas",
      socialDescription: "Para o equipo da axencia.",
    },
    heading: "Persoas",
    lead: "Esta páxina é para o equipo da axencia. Tes que entrar para vela.",
    action: "Entrar",
  },
  legal: {
    keywords: "aviso legal, privacidade, cookies, termos e condicións",
    contents: "Contido",
    version: "Versión {version}, {date}",
    offerUntil: "ata o {until}",
    cookies: {
      name: "Nome",
      kind: "Tipo",
      category: "Categoría",
      lasts: "Duración",
      purpose: "Para que serve",
      kinds: { cookie: "Cookie", sessionStorage: "Almacenamento de sesión" },
      categories: { necessary: "Necesaria" },
      days: "{days} días",
      session: "Ata que peches a lapela",
      purposes: {
        locale: "Lembra a lingua en que les.",
        theme: "Lembra as cores que escolliches: claras ou escuras.",
        session: "Mantén aberta a túa sesión na área de clientes.",
        verifier: "Comproba que a ligazón do noso correo se abre onde a pediches.",
        scroll: "Lembra por onde ías, para cando volvas atrás.",
        reload: "Evita que a páxina se recargue máis dunha vez cando non chega algún dos seus ficheiros.",
      },
    },
  },
};
