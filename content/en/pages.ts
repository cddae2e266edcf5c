/** The texts of the inner pages, one entry per page. */
export const pages = {
  legal: {
    keywords: "legal notice, privacy, cookies, terms and conditions",
    contents: "Contents",
    version: "Version {version}, {date}",
    offerUntil: "until {until}",
    registry: "Commercial Register (Registro Mercantil) of {city}, volume {volume}, folio {folio}, sheet {sheet}",
    /** Who receives data through optional cookies, and what leaves the European Economic Area: without and with tags. */
    tools: {
      none: "No tool behind optional cookies: today this site uses none.",
      tags: "{owner} (Google Ireland Limited), with its tools to measure visits and campaigns, only if you accept those cookies.",
    },
    transfers: {
      none: "We don’t transfer your data outside the European Economic Area: the providers above keep it inside.",
      tags: "The providers above keep your data inside the European Economic Area. If you accept the statistics or marketing cookies, {owner} may also process data in the United States, on the basis of the European Commission’s adequacy decision on the EU–US Data Privacy Framework, to which Google LLC is certified, and of standard contractual clauses elsewhere. Write to us for a copy. If you reject those cookies, no data leaves.",
    },
    cookies: {
      name: "Name",
      owner: "Provider",
      kind: "Type",
      category: "Category",
      lasts: "Duration",
      purpose: "What it’s for",
      kinds: { cookie: "Cookie", sessionStorage: "Session storage", localStorage: "Local storage" },
      categories: {
        necessary: "Necessary",
        statistic: "Statistics",
        marketing: "Marketing",
        functional: "Functional",
        unclassified: "Unclassified",
      },
      day: "{days} day",
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
        device: "Remembers that you have signed in from this device, so nobody else’s wrong passwords can lock you out of it.",
        mailed: "Remembers where we sent the email you asked for, so that you can type its code or have it sent again.",
        scroll: "Remembers how far you had scrolled when you go back.",
        reload: "Keeps the page from reloading more than once when one of its files fails to arrive.",
        drafts: "Keeps a half-written message or note until you send it, or until you sign out.",
        shortcuts: "For our team: remembers whether the inbox uses keyboard shortcuts.",
        alerts: "For our team: remembers whether the inbox tells them about new messages by a sound or a notification.",
      },
    },
  },
};
