import type { Content } from "#content/en/index.ts";

export const replies: Content["replies"] = {
  meta: {
    title: "Respostas gardadas",
    description:
      "Os textos que o equipo de {name} insire nas súas respostas. Para o equipo da axencia; hai que iniciar sesión para ver esta páxina.",
    keywords: "administración",
    socialTitle: "Respostas gardadas",
    socialDescription: "Para o equipo da axencia.",
  },
  heading: "Respostas gardadas",
  lead: "Insírense nunha resposta na lingua de quen escribiu. {name} pasa a ser o seu nome, {reference} a referencia da solicitude e {price} o prezo da nosa oferta ({amount} sen IVE).",
  empty: "Aínda non hai respostas gardadas.",
  add: "Resposta nova",
  name: "Nome",
  nameHint: "Só o ve o equipo.",
  save: "Gardar",
  saving: "Gardando…",
  delete: "Borrar",
  deleting: "Borrando…",
  done: { saved: "A resposta gardouse.", deleted: "A resposta borrouse." },
  errors: {
    name: "Ponlle un nome.",
    nameLong: "O nome non pode pasar de {max} caracteres.",
    text: "Escríbea en {language}.",
    textLong: "En {language} non pode pasar de {max} caracteres.",
    overtaken: "Mentres tanto, outra persoa cambiou ou borrou esta resposta. Non se cambiou nada; o que escribiches segue aquí.",
    unknown: "Non se entendeu que había que facer. Non se cambiou nada.",
  },
};
