import type { Content } from "#content/en/index.ts";

export const pages: Pick<Content, "legal"> = {
  legal: {
    keywords: "aviso legal, privacidade, cookies, termos e condicións",
    contents: "Contido",
    version: "Versión {version}, {date}",
    offerUntil: "ata o {until}",
    registry: "Rexistro Mercantil de {city}, tomo {volume}, folio {folio}, folla {sheet}",
    tools: {
      none: "Ningunha ferramenta de cookies opcionais: hoxe esta web non usa ningunha.",
      tags: "{owner} (Google Ireland Limited), coas súas ferramentas para medir visitas e campañas, só se aceptas esas cookies.",
    },
    transfers: {
      none: "Non transferimos os teus datos fóra do Espazo Económico Europeo: os provedores de arriba gárdanos dentro.",
      tags: "Os provedores de arriba gardan os teus datos dentro do Espazo Económico Europeo. Se aceptas as cookies estatísticas ou de mercadotecnia, {owner} pode tratar datos tamén nos Estados Unidos, sobre a base da decisión de adecuación da Comisión Europea sobre o Marco de Privacidade de Datos UE-EUA, ao que está adherida Google LLC, e de cláusulas contractuais tipo noutros países. Escríbenos para obter unha copia. Se rexeitas esas cookies, non sae ningún dato.",
    },
    cookies: {
      name: "Nome",
      owner: "Titular",
      kind: "Tipo",
      category: "Categoría",
      lasts: "Duración",
      purpose: "Para que serve",
      kinds: { cookie: "Cookie", sessionStorage: "Almacenamento de sesión", localStorage: "Almacenamento local" },
      categories: {
        necessary: "Necesaria",
        statistic: "Estatística",
        marketing: "Mercadotecnia",
        functional: "Funcional",
        unclassified: "Sen clasificar",
      },
      day: "{days} día",
      days: "{days} días",
      session: "Ata que peches a lapela",
      purposes: {
        locale: "Lembra a lingua en que les.",
        theme: "Lembra as cores que escolliches: claras ou escuras.",
        consent: "Lembra o que escolliches sobre as cookies.",
        visits: "Distingue unhas visitas doutras para medir como se usa a web.",
        campaigns: "Mide as campañas.",
        session: "Mantén aberta a túa sesión na área de clientes.",
        verifier: "Comproba que a ligazón do noso correo, ou a volta desde outro servizo de acceso, se abre onde a pediches.",
        device:
          "Lembra que xa accediches desde este dispositivo, para que os contrasinais erróneos doutras persoas non che impidan entrar.",
        mailed: "Lembra a que enderezo enviamos o correo que pediches, para que poidas escribir o seu código ou pedilo outra vez.",
        scroll: "Lembra por onde ías, para cando volvas atrás.",
        reload: "Evita que a páxina se recargue máis dunha vez cando non chega algún dos seus ficheiros.",
        drafts: "Garda unha mensaxe ou unha nota a medio escribir ata que se envía ou se pecha a sesión.",
        shortcuts: "Para o noso equipo: lembra se a caixa de entrada usa atallos de teclado.",
        alerts: "Para o noso equipo: lembra se a caixa de entrada avisa das mensaxes novas cun son ou cunha notificación.",
      },
    },
  },
};
