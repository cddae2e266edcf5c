/** The replies that the team writes again and again. */
export const replies = {
  meta: {
    title: "Saved replies",
    description: "The texts that the team of {name} inserts in its replies. For the agency’s own team; you must sign in to see this page.",
    keywords: "administration",
    socialTitle: "Saved replies",
    socialDescription: "For the agency’s own team.",
  },
  heading: "Saved replies",
  lead: "They’re inserted in a reply in the client’s language. {name} becomes the client’s name, {reference} the reference of the request, and {price} the price of our offer ({amount} before VAT).",
  empty: "There are no saved replies yet.",
  add: "New reply",
  name: "Name",
  nameHint: "Only the team sees it.",
  save: "Save",
  saving: "Saving…",
  delete: "Delete",
  deleting: "Deleting…",
  done: { saved: "The reply has been saved.", deleted: "The reply has been deleted." },
  errors: {
    name: "Give it a name.",
    nameLong: "The name can have at most {max} characters.",
    text: "Write it in {language}.",
    textLong: "In {language} it can have at most {max} characters.",
    overtaken: "Someone else has changed or deleted this reply in the meantime. Nothing has been changed; what you wrote is still here.",
    unknown: "We didn’t understand that. Nothing has been changed.",
  },
};
