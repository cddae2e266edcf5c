import type { consent as english } from "#content/en/consent.ts";

export const consent: typeof english = {
  heading: "Cookies",
  text: "{name} usa cookies propias y, si las aceptas, de terceros para medir visitas y campañas.",
  policy: "Política de cookies",
  accept: "Aceptar todas",
  reject: "Rechazar todas",
  choose: "Elegir",
  save: "Guardar mi elección",
  legend: "¿Cuáles aceptas?",
  categories: {
    necessary: { name: "Necesarias", text: "La sesión, el idioma, la apariencia y esta elección. Siempre activas." },
    functional: { name: "Funcionales", text: "Preferencias y extras de los que la web puede prescindir." },
    statistic: { name: "Estadísticas", text: "Cómo se usa la web, para poder mejorarla." },
    marketing: { name: "Marketing", text: "Campañas y anuncios que pueden interesarte." },
    unclassified: { name: "Sin clasificar", text: "Aún sin categoría. Siempre están bloqueadas: no hay nada que aceptar." },
  },
};
