/** What the owner of a small business asks before paying. The answers say what the terms and conditions say. */
export const questions = {
  heading: "What people ask us first",
  items: {
    what: {
      question: "What do I get for {price}\u00a0+\u00a0VAT?",
      answer:
        "A website on a single page (a landing page) with {sections} sections: {base} base ones and {chosen} of your choice. It comes in Spanish and Galician, with {rounds} rounds of changes and the first month of the performance report free. That’s {total} VAT included.",
    },
    excluded: {
      question: "What isn’t included?",
      answer:
        "The domain and the hosting, writing your text, taking photos, a panel to edit the page yourself, third-party licenses, and maintenance. If you want any of it, it goes in your quote with its price. We never charge for extras you haven’t accepted first.",
    },
    domain: {
      question: "Who pays for the domain and the hosting?",
      answer:
        "You do, straight to the provider, unless your quote says otherwise. The domain is your address on the internet, such as yourbusiness.gal; the hosting is the computer, always on, that keeps the page. They’re in your name, so they’re always yours. If you don’t have them yet, we help you choose them, and we connect them when we publish.",
    },
    texts: {
      question: "Who writes the text, and who translates it?",
      answer:
        "You write it, in Spanish or in Galician, whichever you like: nobody knows your business better. We put it in place, check the spelling and translate it into the other language. If you’d rather we wrote it too, ask us for a quote.",
    },
    photos: {
      question: "And the photos?",
      answer:
        "You bring those too. Ones from your phone will do, if they’re sharp and the people in them have said yes. A photographer, or paid pictures, would be quoted separately.",
    },
    payment: {
      question: "How much do I pay at the start?",
      answer:
        "{initialPercent} of the price: {initial}\u00a0+\u00a0VAT, or {initialTotal} VAT included. You pay the rest, {restTotal} VAT included, when the page is published. Asking us for a quote costs nothing and commits you to nothing.",
    },
    when: {
      question: "When will it be ready?",
      answer:
        "In {days} business days, counted from the day we have the initial payment and all your content. While we’re waiting for something from you, the count stops. If you’re hiring us as a private person and not for your business, it starts when your {withdrawal} days to withdraw are over, unless you expressly ask us to begin sooner. If we see we’re going to be late, we tell you right away.",
    },
    editing: {
      question: "Can I edit it myself?",
      answer:
        "Not on your own: the page in this offer has no editing panel. With optional maintenance ({month}\u00a0+\u00a0VAT a month, with no commitment) we make small changes for you, as many as your quote says; without it, each change gets a quote. If you want a panel, tell us before we start.",
    },
    dislike: {
      question: "What if I don’t like it?",
      answer:
        "You see the design before we build it, and you have {rounds} rounds of changes. If you’re still not happy, write to {email} within {guaranteeDays} calendar days of the day we deliver it finished. We refund {refund} of the initial payment ({refundTotal} VAT included), and you don’t owe the rest of the price; if you’ve paid it, you get it back. The page then isn’t published, or is taken down, and the rights to our work stay with us.",
    },
    leaving: {
      question: "What if I leave one day?",
      answer:
        "You take everything with you. Once everything is paid, the page is yours: we hand you the files and the passwords, and any good developer can carry on. You can leave the monthly maintenance whenever you like, and you only pay for the month in progress.",
    },
    calling: {
      question: "Can I call you?",
      answer: "Of course: {phone}. You can also write to {email}, or use the form below. We reply {soon}, in Galician, Spanish or English.",
    },
  },
};
