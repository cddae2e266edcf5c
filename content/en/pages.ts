/** The texts of the inner pages, one entry per page. */
export const pages = {
  confirm: {
    meta: {
      title: "Confirm your e-mail",
      description: "The page that the links in our e-mails lead to: it confirms your address, your sign-in or a change that you asked for.",
      keywords: "confirm e-mail, account",
      socialTitle: "Confirm your e-mail",
      socialDescription: "The page that the links in our e-mails lead to.",
    },
    heading: "Confirm your e-mail",
    lead: "The link that you opened brings no confirmation code. Open the link in the latest e-mail that we sent you; if it has expired, write to us and we send another.",
    action: "Write to us",
  },
  login: {
    meta: {
      title: "Sign in",
      description: "The client area of {name}: follow your requests and your project. Signing in opens with the first projects.",
      keywords: "client area, sign in",
      socialTitle: "Client area",
      socialDescription: "Follow your requests and your project.",
    },
    heading: "Sign in to your client area",
    lead: "The client area is not open to everyone yet. If you are waiting for news of your project, write to us and we tell you where it stands.",
    action: "Write to us",
  },
  register: {
    meta: {
      title: "Create an account",
      description:
        "With an account in the client area of {name} you follow your requests and your project in one place, without e-mail chains.",
      keywords: "client area, create an account",
      socialTitle: "Create an account",
      socialDescription: "Follow your requests and your project in one place.",
    },
    heading: "Create an account",
    lead: "We are not opening accounts yet. To start a project you need none: write to us, and you have an answer within one working day.",
    action: "Write to us",
  },
  me: {
    meta: {
      title: "My area",
      description: "Your requests, your data and your security settings at {name}. You must sign in to see this page.",
      keywords: "client area, my requests",
      socialTitle: "My area",
      socialDescription: "Your requests and your data, in one place.",
    },
    heading: "My area",
    lead: "Here you will find your requests and your data. You must sign in to see them.",
    action: "Sign in",
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
