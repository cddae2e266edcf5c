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
    /** The brand’s line, above the headline. */
    brand: "Websites with the light on",
    heading: "Your business website, with a price and a date from day one",
    lead: "We build fast, clear websites for small businesses in Galicia, in Galician and Spanish. What it costs and when it’ll be ready, in writing before we start.",
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
        figure: "{rounds}",
        unit: "rounds of changes included",
        text: "If you’re still not happy, we refund {refund} of the initial payment ({refundTotal} VAT included); you don’t owe the rest of the price. And if a website isn’t what you need, we’ll tell you.",
      },
      transparent: {
        heading: "Transparent",
        figure: "{price}",
        unit: "+\u00a0VAT for a landing page",
        text: "With {sections} sections, in Spanish and Galician: {total} VAT included, in writing before we start. You bring the text and photos, and pay the provider for the domain and the hosting.",
      },
      fast: {
        heading: "Fast",
        figure: "{days}",
        unit: "business days to deliver your landing page",
        text: "They count from the day we have the initial payment and all your content. And your page opens at once, even on an old phone with a weak signal.",
      },
    },
    about:
      "Abrente is Galician for daybreak. We opened in {founded} for entrepreneurs, freelancers and small businesses that want to be found, understood and chosen.",
    /** Under "fast". The second sentence has the visitor’s own figures. */
    proof: {
      everybody: "This page weighs less than {weight}\u00a0kB: one photo from a phone weighs fifty times as much.",
      yours:
        "You’ve just seen it for yourself: this page opened in {seconds}\u00a0seconds and weighed {size}\u00a0kB. One photo from a phone weighs fifty times as much.",
    },
  },
  experience: {
    heading: "Over {years}\u00a0years writing code people rely on. Now you can too.",
    text: "We opened the agency in {founded}; the people in it have been building for the web for much longer than that. That experience is our commitment: the person you talk to is the person who does the work.",
  },
  services: {
    heading: "What we do",
    lead: "We build whole websites for businesses that need customers, and frontends for software teams.",
    /** Unfolds the second list on a phone. */
    show: "Show all {count} services",
    business: {
      heading: "Your business on the web",
      items: {
        landing: { name: "Landing pages", text: "One page that explains what you offer and gets people to call you." },
        sites: { name: "Business sites", text: "Your services, your team and your prices, easy to find and easy to change." },
        ecommerce: {
          name: "Online stores",
          text: "Orders and payments around the clock, in a store of your own. No marketplaces: the only fee is your bank’s or your payment provider’s.",
        },
        automation: { name: "Automation", text: "The reply to the form, the quote and the reminder go out without you lifting a finger." },
        branding: { name: "Branding", text: "A name, a logo and a tone of voice that are unmistakably yours." },
        maintenance: { name: "Maintenance", text: "Updates, backups and small changes, so you don’t have to think about it." },
      },
    },
    frontend: {
      heading: "Frontend for software teams",
      items: {
        vue: { name: "Vue and Nuxt", text: "An application your own team can read, extend and maintain." },
        performance: { name: "Performance", text: "Pages that open before your customers lose patience, with the figures to prove it." },
        design: { name: "UX and UI", text: "Screens people understand the first time they see them." },
        integrations: { name: "Integrations", text: "Your website talking to your billing, your bookings and your stock." },
        apps: { name: "Hybrid apps", text: "One codebase, with Quasar, for the web, Android and iPhone." },
        ai: { name: "AI optimization", text: "Content that search engines and assistants can read and quote correctly." },
        testing: { name: "Testing", text: "Changes that go live without fear, because every one is checked first." },
        accessibility: { name: "Accessibility", text: "A site everyone can use, and that complies with European law." },
        architecture: { name: "Architecture consulting", text: "A second opinion, in writing, before you spend on the wrong thing." },
      },
    },
  },
  toolkit: {
    heading: "Our toolkit",
    lead: "Open, proven tools that are here to stay. If you ever change agencies, any good developer can pick up where we left off.",
    callHeading: "You don’t need to know any of these names.",
    callText: "Tell us what your business needs; choosing the tools is our job.",
    call: "Tell us what you need",
  },
  process: {
    heading: "How we work",
    lead: "Six steps. You always know which one we’re on.",
    /** The last step’s tag. */
    optional: "Optional",
    steps: {
      understand: {
        heading: "We understand what you need",
        text: "A chat about your business, your customers and your deadline. No twelve-page questionnaire.",
      },
      design: {
        heading: "We design the solution",
        text: "You see the structure and the look, with your own words in place, before we write a line of code.",
      },
      build: { heading: "We build it", text: "You watch it grow, day by day, on a private page, just for you." },
      review: { heading: "We review the quality", text: "Speed, accessibility, phones, browsers and spelling, against a checklist." },
      launch: {
        heading: "We launch",
        text: "We connect your domain and your hosting, and set up the certificate, the statistics and the search listings, on the agreed day.",
      },
      support: {
        heading: "We stay with you",
        text: "With optional maintenance: updates, backups and small changes for {month}\u00a0+\u00a0VAT a month, for as long as you like.",
      },
    },
  },
  offer: {
    heading: "Launch offer: your landing page",
    until: "until {until}",
    priceNote: "+\u00a0VAT",
    /** The final price, which consumers must see. */
    total: "{total} VAT included",
    /** What the price buys, what it doesn’t, and when: everything that is asked first. */
    glanceHeading: "At a glance",
    glance: {
      sections: { term: "Sections", text: "{sections}: {base} base sections plus {chosen} of your choice." },
      languages: { term: "Languages", text: "Bilingual version, Spanish and Galician. We do the translation." },
      delivery: { term: "Delivery", text: "{days} business days, from when we have the initial payment and all your content." },
      revisions: { term: "Revisions", text: "{rounds} rounds of changes, and our satisfaction guarantee." },
      excluded: { term: "Not included", text: "The domain and the hosting, writing the text and taking the photos." },
    },
    guaranteesHeading: "What we stand by",
    guarantees: {
      refund: {
        term: "Satisfaction guarantee",
        text: "If you’re not happy with it, tell us within {guaranteeDays} days of delivery and we refund {refund} of the initial payment ({refundTotal} VAT included). You don’t owe the rest of the price and, if you’ve paid it, you get it back. The page isn’t published, or is taken down.",
      },
      referral: { term: "Refer a business", text: "{referral} off your next project when a business you refer becomes a client." },
      incidents: { term: "If something breaks", text: "Guaranteed response within {hours}\u00a0h." },
    },
    vat: "Prices exclude VAT unless we say otherwise.",
    terms: "Read the full terms and conditions",
    ask: "Request the offer",
    /** Before the telephone number. */
    call: "Rather talk it over? Call us at",
  },
  testimonials: {
    heading: "What clients say",
    sample: "Sample",
    sampleNote: "Sample quotes, to show the layout. Real clients will speak for themselves.",
    /** Shown where no stranger sees them, as long as content/agency.ts has no real ones. */
    samples: {
      bakery: {
        name: "Carme Outeiral",
        trade: "Bakery",
        town: "Cambados",
        text: "One Monday we had nothing; two weeks later people were ordering their Easter cakes on our website. And they told us the price on day one.",
      },
      workshop: {
        name: "Brais Loureiro",
        trade: "Auto repair shop",
        town: "Ordes",
        text: "Short, clear and made for phones. That’s what my customers look at.",
      },
      physio: {
        name: "Iria Vilar",
        trade: "Physiotherapist",
        town: "Lugo",
        text: "They asked me more about my patients than about colors. The bookings that used to come in at night by phone now come in by themselves, and the website speaks Galician just like I do.",
      },
      winery: {
        name: "Antón Rial",
        trade: "Winery",
        town: "O Salnés",
        text: "They cut half of what we wanted to put on it. And they were right.",
      },
      architect: {
        name: "Noa Pazos",
        trade: "Architect",
        town: "Vigo",
        text: "The monthly report fits on one page, and I understand it.",
      },
      startup: {
        name: "Xoel Castro",
        trade: "Head of product",
        town: "A Coruña",
        text: "We called them to rescue a Nuxt application that nobody dared to touch. They left it tested, documented and twice as fast, and then taught our team to keep it that way.",
      },
    },
  },
};
