type Field = HTMLInputElement | HTMLTextAreaElement;

/** Whether somebody is in the middle of a form on this page: it must not be taken from them. */
export function isTypedIn(): boolean {
  const fields = document.querySelectorAll<Field>("main :is(input:not([type=hidden]), textarea)");
  return [...fields].some((field) => isChanged(field) && field.checkVisibility());
}

function isChanged(field: Field): boolean {
  const isBox = field instanceof HTMLInputElement && (field.type === "checkbox" || field.type === "radio");
  return isBox ? field.checked !== field.defaultChecked : field.value !== field.defaultValue;
}
