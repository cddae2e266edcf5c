/** The inbox of contact requests, for the agency’s own team. */
export const messages = {
  meta: {
    title: "Inbox",
    description: "The requests that visitors of {name} have sent. For the agency’s own team; you must sign in to see this page.",
    keywords: "administration",
    socialTitle: "Inbox",
    socialDescription: "For the agency’s own team.",
  },
  heading: "Inbox",
};
