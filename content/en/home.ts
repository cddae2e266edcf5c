export const home = {
  meta: {
    title: "Websites for small businesses in Galicia",
    description:
      "We build fast, honest websites for small businesses and freelancers in Galicia. A landing page from {price}, in Spanish and Galician, in {days} business days.",
    keywords: "web development, Galicia, landing page, Vue, Nuxt, Quasar, small business website",
    socialTitle: "Your website, by first light",
    socialDescription: "Landing pages, business sites and Vue development from Galicia. Prices stated, deadlines kept.",
  },
  hero: {
    heading: "Your website, by first light",
    lead: "We are a small studio in Galicia. We build websites that load at once, say what you do, and bring you customers.",
    viewOffer: "View Offer",
    explore: "Explore Our Solutions",
  },
  services: {
    heading: "What we do for you",
    frontend: {
      heading: "Frontend development",
      text: "Applications with Vue.js, Nuxt and Quasar: quick on a phone, tested, accessible, and easy to keep going after we leave.",
    },
    business: {
      heading: "Business on the web",
      text: "Landing pages, business sites, online shops, automation, branding and maintenance, for people who have a business to run.",
    },
  },
  process: {
    heading: "How we work",
    steps: {
      understand: {
        heading: "We understand what you need",
        text: "A talk about your business, your customers and your deadline. No forms of twelve pages.",
      },
      design: { heading: "We design the solution", text: "You see the structure, the texts and the look before a line is programmed." },
      build: { heading: "We build it", text: "With a private address where you can follow it day by day." },
      review: { heading: "We check the quality", text: "Speed, accessibility, phones, browsers and spelling, against a list." },
      launch: { heading: "We launch", text: "Domain, certificate, statistics and search engines, on the day we agreed." },
      support: { heading: "We stay", text: "Changes, backups and answers, for as long as you want us." },
    },
  },
  offer: {
    heading: "A landing page for {price}",
    lead: "Launch offer, until {until}.",
    terms: "{sections} sections, in Spanish and Galician, with {rounds} rounds of changes, ready in {days} business days.",
    vat: "Prices do not include VAT.",
    ask: "Request the offer",
  },
  contact: {
    heading: "Let's talk",
    text: "Tell us what you need. We answer within one working day.",
    write: "Write to us",
  },
};
