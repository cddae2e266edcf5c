/** The people with an account, for the agency’s own team. */
export const people = {
  meta: {
    title: "People",
    description: "The people with an account at {name}. For the agency’s own team; you must sign in to see this page.",
    keywords: "administration",
    socialTitle: "People",
    socialDescription: "For the agency’s own team.",
  },
  heading: "People",
};
