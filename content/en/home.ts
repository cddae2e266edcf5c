export const home = {
  meta: {
    title: "Websites for small businesses in Galicia",
    description:
      "Fast, clear websites for small businesses and freelancers in Galicia. A landing page for {price}\u00a0+\u00a0VAT, in Spanish and Galician, in {days} business days.",
    keywords: "web development, Galicia, landing page, Vue, Nuxt, Quasar, small business website",
    socialTitle: "Websites with the light on",
    socialDescription: "Landing pages, business sites and Vue development from Galicia. Prices stated, deadlines kept.",
  },
  hero: {
    heading: "Websites with the light on",
    lead: "We build fast, clear websites for small businesses in Galicia. You know the price and the date before we begin.",
    picture: "A ría at daybreak: still water, mussel rafts, low islands, and on the headland a lighthouse whose light is still on.",
    viewOffer: "View Offer",
    explore: "Explore Our Solutions",
    scroll: "Scroll down",
  },
  benefits: {
    heading: "Honest, transparent and fast",
    items: {
      honest: {
        heading: "Honest",
        figure: "{refund}",
        text: "of the initial payment back if you are not satisfied. And if a website is not what you need, we tell you so.",
      },
      transparent: {
        heading: "Transparent",
        figure: "{price}",
        text: "+\u00a0VAT for a landing page, written down before we start. You follow every step at a private address.",
      },
      fast: {
        heading: "Fast",
        figure: "{days}",
        text: "business days to deliver it. And pages that open at once, on an old phone with poor signal too.",
      },
    },
    about:
      "Abrente is Galician for daybreak. We opened in {founded} for entrepreneurs, freelancers and small businesses that want to be found, understood and chosen.",
  },
  experience: {
    heading: "Over {years} years of writing code that others depend on. Now it is your business that can.",
    text: "The agency is from {founded}; the people in it have been building for the web since long before. That experience is the commitment: the person you talk to is the person who does the work.",
  },
  services: {
    heading: "What we do",
    lead: "Two trades under one roof: we program for teams that need a good frontend, and we build the whole website for businesses that need customers.",
    frontend: {
      heading: "Frontend development",
      items: {
        vue: { name: "Vue and Nuxt", text: "An application that your own team can read, extend and keep." },
        performance: { name: "Performance", text: "Pages that open before your customer loses patience, with the figures to prove it." },
        design: { name: "UX and UI", text: "Screens that people understand the first time they see them." },
        integrations: { name: "Integrations", text: "Your website talking to your billing, your bookings and your stock." },
        apps: { name: "Hybrid apps", text: "One code base with Quasar for the web, Android and iPhone." },
        ai: { name: "AI optimisation", text: "Content that search engines and assistants can read and quote correctly." },
        testing: { name: "Testing", text: "Changes that go live without fear, because every one of them is checked first." },
        accessibility: { name: "Accessibility", text: "A site that everyone can use, and that complies with European law." },
        architecture: { name: "Architecture consulting", text: "A second opinion, in writing, before you spend on the wrong thing." },
      },
    },
    business: {
      heading: "Business on the web",
      items: {
        landing: { name: "Landing pages", text: "One page that explains what you offer and gets you the call." },
        sites: { name: "Business sites", text: "Your services, your team and your prices, easy to find and easy to change." },
        ecommerce: {
          name: "Online shops",
          text: "Orders and payments around the clock, without a platform taking its share of every sale.",
        },
        automation: { name: "Automation", text: "The form, the quote and the reminder sent without you lifting a finger." },
        branding: { name: "Branding", text: "A name, a mark and a voice that look like you and nobody else." },
        maintenance: { name: "Maintenance", text: "Updates, backups and changes, so that you can forget about it." },
      },
    },
  },
  toolkit: {
    heading: "Our toolkit",
    lead: "Tools that are open, proven and here to stay. If you change agencies one day, any good developer can carry on.",
    callHeading: "You need not know a single one of these names.",
    callText: "Tell us what your business needs; choosing the tools is our job.",
    call: "Tell us what you need",
  },
  process: {
    heading: "How we work",
    lead: "Six steps. You know at every moment which one we are on.",
    steps: {
      understand: {
        heading: "We understand what you need",
        text: "A talk about your business, your customers and your deadline. No twelve-page questionnaire.",
      },
      design: {
        heading: "We design the solution",
        text: "You see the structure, the texts and the look before a single line is programmed.",
      },
      build: { heading: "We build it", text: "At a private address where you can follow it day by day." },
      review: { heading: "We review the quality", text: "Speed, accessibility, phones, browsers and spelling, list in hand." },
      launch: { heading: "We launch", text: "Domain, certificate, statistics and search engines, on the day we agreed." },
      support: { heading: "We stay with you", text: "Changes, backups and answers, for as long as you want us." },
    },
  },
  offer: {
    heading: "Launch offer: your landing page",
    until: "until {until}",
    priceNote: "+\u00a0VAT",
    includedHeading: "What you get",
    included: {
      delivery: { term: "Delivery", text: "{days} business days" },
      revisions: { term: "Revisions", text: "{rounds} rounds of changes" },
      sections: { term: "Sections", text: "{sections}: {base} base sections plus {chosen} of your choice" },
      languages: { term: "Languages", text: "Bilingual version, Spanish and Galician" },
    },
    optionalHeading: "If you want more",
    optional: {
      maintenance: {
        term: "Maintenance",
        text: "{month}\u00a0+\u00a0VAT a month with no commitment, or {year}\u00a0+\u00a0VAT a year ({free} months free)",
      },
      report: { term: "Monthly performance report", text: "First month free, then {report}\u00a0+\u00a0VAT a month" },
    },
    guaranteesHeading: "What we stand by",
    guarantees: {
      refund: { term: "Satisfaction guarantee", text: "If you are not satisfied, we refund {refund} of the initial payment" },
      referral: { term: "Bring a friend", text: "{referral} off your next project when a business you refer becomes a client" },
      incidents: { term: "Incidents", text: "An answer within {hours} h, guaranteed" },
    },
    vat: "Prices do not include VAT.",
    terms: "Read the full terms and conditions",
    ask: "Request the offer",
  },
  testimonials: {
    heading: "What clients say",
    sample: "Sample",
    sampleNote: "Sample texts, to show the layout. Real clients will speak for themselves.",
    items: {
      bakery: {
        sample: true,
        quote:
          "On Monday we had no website; two weeks later people were ordering their Easter cakes on it. And they told us the price on the first day.",
        name: "Carme Outeiral",
        role: "Bakery, Cambados",
      },
      workshop: {
        sample: true,
        quote: "Short, clear and on the phone. Just what my customers look at.",
        name: "Brais Loureiro",
        role: "Car workshop, Ordes",
      },
      physio: {
        sample: true,
        quote:
          "They asked me more about my patients than about colours. The bookings that used to come in at night by telephone now come in by themselves, and the site reads as well in Galician as I speak it.",
        name: "Iria Vilar",
        role: "Physiotherapist, Lugo",
      },
      winery: {
        sample: true,
        quote: "They removed half of what we wanted to put on it. They were right.",
        name: "Antón Rial",
        role: "Winery, O Salnés",
      },
      architect: {
        sample: true,
        quote: "The report each month is one page that I understand.",
        name: "Noa Pazos",
        role: "Architect, Vigo",
      },
      startup: {
        sample: true,
        quote:
          "We called them to rescue a Nuxt application that nobody dared to touch. They left it tested, documented and twice as fast, and then taught our team to keep it that way.",
        name: "Xoel Castro",
        role: "Head of product, A Coruña",
      },
    },
  },
};
