/** What the launch offer buys, and the calculator. The price itself and the conditions are in home.ts. */
export const offer = {
  drawing: "Your page: {base} base sections and {chosen} you choose",
  base: {
    opening: "Welcome",
    services: "What you offer",
    about: "Who you are",
    place: "Hours and map",
    contact: "Contact",
  },
  /** A section that is not chosen yet. */
  open: "You choose",
  sections: {
    prices: "Prices or menu",
    gallery: "Photo gallery",
    opinions: "Customer reviews",
    questions: "Common questions",
    bookings: "Bookings",
    team: "The team",
    news: "News",
  },
  notIncludedHeading: "What’s not included",
  notIncluded: {
    hosting: {
      term: "Domain and hosting",
      text: "They’re in your name and you pay the provider, unless the quote says otherwise. We help you choose them, and we connect them when we publish.",
    },
    contents: {
      term: "Text and photos",
      text: "You bring them: the text in Spanish or Galician, and we translate it into the other language. Writing it, or taking photos, is quoted separately.",
    },
    panel: { term: "An editing panel", text: "It’s quoted separately. So are third-party licenses, such as a paid typeface." },
  },
  whenHeading: "Timing and payments",
  when: {
    start: {
      term: "The {days} days",
      text: "They’re business days, counted from the day we have the initial payment and all your content. While we’re waiting for something from you, the clock stops. If you’re hiring us as a private person and not for your business, they start when your {withdrawal} days to withdraw are over, unless you expressly ask us to begin sooner.",
    },
    first: {
      term: "Initial payment",
      text: "{initial}\u00a0+\u00a0VAT ({initialTotal} VAT included), {initialPercent} of the price. We start when we receive it.",
    },
    rest: {
      term: "The rest",
      text: "{rest}\u00a0+\u00a0VAT ({restTotal} VAT included), when we publish the page. No extras you haven’t accepted first.",
    },
  },
  calculator: {
    heading: "Work out your price",
    lead: "Choose, and you’ll see what you’d pay: once, every month and every year.",
    sections: {
      legend: "Your {chosen} sections",
      hint: "They’re part of the price. If you check more, only {chosen} count. Not sure yet? Decide later.",
      /** Said when one too many was ticked. */
      tooMany: "We’ve taken out “{out}”: the price covers {chosen} sections of your choice.",
    },
    maintenance: {
      legend: "Maintenance",
      none: "No maintenance",
      monthly: "{month}\u00a0+\u00a0VAT a month, with no commitment",
      yearly: "{year}\u00a0+\u00a0VAT a year ({free} months free)",
    },
    report: {
      legend: "Monthly performance report",
      label: "First month free, then {report}\u00a0+\u00a0VAT a month",
      hint: "The first one is free either way. You can stop whenever you like.",
    },
    update: "Show what I’d pay",
  },
  receipt: {
    heading: "What you’d pay",
    net: "without VAT",
    gross: "with VAT",
    once: "Once",
    landing: "Landing page, {sections} sections",
    firstReport: "Report, first month",
    free: "free",
    month: "Every month",
    maintenance: "Maintenance",
    report: "Report, from the second month",
    monthTotal: "Total per month",
    year: "Every year",
    yearly: "Maintenance ({free} months free)",
    firstYear: "First year, in total",
    /** An amount in a sentence. */
    sum: "{net}\u00a0+\u00a0VAT ({gross} VAT included)",
    ask: "Request this offer",
    note: "Asking costs nothing and commits you to nothing. What counts is the written quote.",
  },
  slip: {
    heading: "Your offer",
    sections: "Chosen sections",
    undecided: "to be decided",
    maintenance: "Maintenance",
    plans: { none: "none", monthly: "monthly", yearly: "yearly" },
    report: "Monthly performance report",
    yes: "yes",
    no: "no",
    change: "Change my choice",
  },
};
