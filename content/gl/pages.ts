import type { Content } from "#content/en/index.ts";

export const pages: Omit<Content, "shell" | "home" | "contact" | "mail" | "account"> = {
  me: {
    meta: {
      title: "A miña área",
      description: "As túas solicitudes, os teus datos e os teus axustes de seguridade en {name}. Tes que entrar para ver esta páxina.",
      keywords: "área de clientes, as miñas solicitudes",
      socialTitle: "A miña área",
      socialDescription: "As túas solicitudes e os teus datos, nun só sitio.",
    },
    heading: "A miña área",
    lead: "Entraches como {email}.",
    signOut: "Saír",
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
