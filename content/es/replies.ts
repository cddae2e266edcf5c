import type { Content } from "#content/en/index.ts";

export const replies: Content["replies"] = {
  meta: {
    title: "Respuestas guardadas",
    description:
      "Los textos que el equipo de {name} inserta en sus respuestas. Para el equipo de la agencia; hay que iniciar sesión para ver esta página.",
    keywords: "administración",
    socialTitle: "Respuestas guardadas",
    socialDescription: "Para el equipo de la agencia.",
  },
  heading: "Respuestas guardadas",
  lead: "Se insertan en una respuesta en el idioma de quien escribió. {name} pasa a ser su nombre, {reference} la referencia de la solicitud y {price} el precio de nuestra oferta ({amount} sin IVA).",
  empty: "Todavía no hay respuestas guardadas.",
  add: "Respuesta nueva",
  name: "Nombre",
  nameHint: "Solo lo ve el equipo.",
  save: "Guardar",
  saving: "Guardando…",
  delete: "Borrar",
  deleting: "Borrando…",
  done: { saved: "La respuesta se ha guardado.", deleted: "La respuesta se ha borrado." },
  errors: {
    name: "Ponle un nombre.",
    nameLong: "El nombre no puede pasar de {max} caracteres.",
    text: "Escríbela en {language}.",
    textLong: "En {language} no puede pasar de {max} caracteres.",
    overtaken: "Mientras tanto, otra persona ha cambiado o borrado esta respuesta. No se ha cambiado nada; lo que has escrito sigue aquí.",
    unknown: "No se ha entendido qué había que hacer. No se ha cambiado nada.",
  },
};
