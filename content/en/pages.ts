/** The texts of the inner pages, one entry per page. */
export const pages = {
  legal: {
    keywords: "legal notice, privacy, cookies, terms and conditions",
    contents: "Contents",
    version: "Version {version}, {date}",
    offerUntil: "until {until}",
    registry: "Commercial Register (Registro Mercantil) of {city}, volume {volume}, folio {folio}, sheet {sheet}",
    cookies: {
      name: "Name",
      owner: "Provider",
      kind: "Type",
      category: "Category",
      lasts: "Duration",
      purpose: "What it’s for",
      kinds: { cookie: "Cookie", sessionStorage: "Session storage" },
      categories: {
        necessary: "Necessary",
        statistic: "Statistics",
        marketing: "Marketing",
        functional: "Functional",
        unclassified: "Unclassified",
      },
      days: "{days} days",
      session: "Until the tab is closed",
      purposes: {
        locale: "Remembers the language you read in.",
        theme: "Remembers the colors you chose: light or dark.",
        consent: "Remembers what you chose about cookies.",
        visits: "Tells visits apart, to measure how the site is used.",
        campaigns: "Measures campaigns.",
        session: "Keeps you signed in to the client area.",
        verifier: "Makes sure a link in our email, or the way back from another sign-in, is opened where you asked for it.",
        scroll: "Remembers how far you had scrolled when you go back.",
        reload: "Keeps the page from reloading more than once when one of its files fails to arrive.",
      },
    },
  },
};
