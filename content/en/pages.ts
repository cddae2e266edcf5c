/** The texts of the inner pages, one entry per page. */
export const pages = {
  me: {
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
  },
  adminProfiles: {
    meta: {
      title: "People",
      description: "The people with an account at {name}. For the agency’s own team; you must sign in to see this page.",
      keywords: "administration",
      socialTitle: "People",
      socialDescription: "For the agency’s own team.",
    },
    heading: "People",
    lead: "This page is for the agency’s own team. You must sign in to see it.",
    action: "Sign in",
  },
  legal: {
    keywords: "legal notice, privacy, cookies, terms and conditions",
    contents: "Contents",
    version: "Version {version}, {date}",
    offerUntil: "until {until}",
    cookies: {
      name: "Name",
      kind: "Kind",
      category: "Category",
      lasts: "Lasts",
      purpose: "What it is for",
      kinds: { cookie: "Cookie", sessionStorage: "Session storage" },
      categories: { necessary: "Necessary" },
      days: "{days} days",
      session: "Until the tab is closed",
      purposes: {
        locale: "Remembers the language you read in.",
        theme: "Remembers the colours you chose: light or dark.",
        session: "Keeps you signed in to the client area.",
        verifier: "Makes sure that a link in our e-mail is opened where you asked for it.",
        scroll: "Remembers how far you had scrolled when you go back.",
        reload: "Keeps the page from reloading more than once when a file of it fails to arrive.",
      },
    },
  },
};
