/** The contact page and its form; the home page shows the same form. */
export const contact = {
  meta: {
    title: "Contact",
    description: "Write to us or call us: a small web agency in Galicia that replies {soon}, in Galician, Spanish or English.",
    keywords: "contact, web agency, Galicia, quote, landing page",
    socialTitle: "Tell us about your project",
    socialDescription: "One message is enough to start. We reply {soon}.",
  },
  modes: {
    contact: {
      heading: "Tell us about your project",
      lead: "One message is enough to start. Say what your business does and what the website should do for it; we’ll reply {soon}, and asking costs nothing.",
    },
    requestOffer: {
      heading: "The landing page for {price}\u00a0+\u00a0VAT",
      lead: "You’re asking for the launch offer. Tell us your name, what your business does and which sections you’d add to the base ones.",
    },
  },
  /** The message that the offer mode begins with. */
  offerMessage: "Hello. I’m interested in the special landing-page offer for {price}. What do you need from me to get started?",
  sign: "The {name} team",
  data: { email: "Email", phone: "Phone", address: "Address" },
  /** The people of content/agency.ts, beside the form. */
  team: { heading: "Who you’ll talk to", portrait: "Photo of {name}" },
  /** The direct ways, in the hero and in the header. */
  lines: { call: "Call us", whatsapp: "WhatsApp" },
  form: {
    required: "Required fields are marked with an asterisk.",
    optional: "optional",
    labels: {
      name: "Name",
      email: "Email",
      company: "Company",
      city: "City",
      phone: "Phone",
      reason: "Reason for writing",
      message: "Message",
    },
    reasons: {
      general: "A general question",
      offer: "The launch offer",
      support: "Help with a website",
      partnership: "Working together",
    },
    chooseReason: "Choose one",
    messageHint: "At least {min} characters.",
    /** The live count under the message. */
    count: { missing: "{count} more to go", enough: "{count} of {max}", over: "{count} too many" },
    /** The first layer of information (LOPDGDD, article 11): who, for what, which rights, where more is. */
    note: {
      before:
        "{legalName} is responsible for your data and uses it to reply to you and, if you ask for one, to prepare a quote. You can access, correct or erase it, and exercise your other rights, by writing to {email}. There’s more in the ",
      link: "privacy policy",
      after: ".",
    },
    privacy: { before: "I’ve read and accept the ", link: "privacy policy", after: "" },
    terms: { before: "I accept the ", link: "terms and conditions", after: "" },
    send: "Send",
    sending: "Sending…",
    trap: "Leave this field empty",
  },
  errors: {
    summary: "Something is missing or needs correcting",
    required: "The {field} field is required.",
    /** The fields as they stand inside that sentence. */
    fields: { name: "name", email: "email", reason: "reason", message: "message", company: "company", city: "city" },
    email: "Must be a valid email.",
    phoneLetters: "Phone number cannot contain letters",
    phone: "Must be a valid Spanish phone number (e.g., {mobile} or {landline})",
    short: "Message must be at least {min} characters long.",
    long: "The {field} field can be at most {max} characters long.",
    privacy: "You must accept the privacy policy",
    terms: "You must accept the terms and conditions",
  },
  sent: {
    heading: "Message sent successfully.",
    text: "We will contact you as soon as possible.",
    nextHeading: "What happens now",
    next: {
      receipt: "You’ll get a confirmation by email in a few minutes. If you don’t see it, check your spam folder.",
      answer: "One of us will read your message and reply {soon}, from {email}.",
      urgent: "If it can’t wait, call us at {phone}.",
    },
    follow: {
      guest: "Would you like to follow your request?",
      create: "Create an account",
      member: "You can follow your request in your client area:",
      area: "my area",
    },
    home: "Back to the home page",
    again: "Write another message",
  },
  failed: {
    heading: "There was an error sending the message.",
    text: "There was an error sending the email, please try again later, thank you.",
    kept: "What you wrote is still in the form. You can also write to {email} or call {phone}.",
  },
  limited: {
    heading: "Too many messages in a short time.",
    text: "Your message wasn’t sent. What you wrote is still in the form: please try again in {wait}, or write to {email}.",
    minutes: { one: "one minute", many: "{count} minutes" },
  },
  tooLarge: {
    heading: "The message is too large.",
    text: "It wasn’t sent. Go back in your browser, shorten it and send it again; you can email files to {email}.",
  },
};
