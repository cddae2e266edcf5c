/** The client area. */
export const me = {
  meta: {
    title: "My area",
    description: "Your requests, your data and your security settings at {name}. You must sign in to see this page.",
    keywords: "client area, my requests",
    socialTitle: "My area",
    socialDescription: "Your requests and your data, in one place.",
  },
  heading: "My area",
  lead: "You are signed in as {email}.",
  signOut: "Sign out",
};
