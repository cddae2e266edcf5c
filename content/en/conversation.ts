/** What a client and the agency write to each other about a request, as the client sees it. */
export const conversation = {
  meta: {
    title: "Conversation {reference}",
    description: "What you and {name} have written to each other about your request. For you alone.",
    keywords: "conversation, request",
    socialTitle: "Conversation",
    socialDescription: "What you and we have written about your request.",
  },
  heading: "Your request {reference}",
  about: "{reason} · {state}",
  list: "Messages",
  /** Messages that came while the page was open. */
  news: { one: "{n} new message", many: "{n} new messages", show: "Show" },
  you: "You",
  /** Someone of the team. */
  us: "{who}, {name}",
  /** What the client sees when the request moves on. */
  became: "Your request: {state}",
  /** What is folded away of an answer by email: quotes and signature. */
  rest: "Rest of the email",
  answer: {
    label: "Your message",
    hint: "We reply here and by email, to {email}.",
    send: "Send",
    sending: "Sending…",
    done: "Your message has been sent. We’ll get back to you as soon as we can.",
  },
  /** For whoever opened the page from an email. */
  link: "You’re here through the link in our email. It works until {date}, and anyone who has it can read this page: don’t pass it on.",
  account: { text: "With an account for {email} you have all your requests in one place. ", create: "Create an account" },
  all: "All my requests",
  errors: {
    text: "Write your message first.",
    textLong: "Your message can have at most {max} characters.",
    limited: "That’s a lot of messages in an hour. Wait {n} minutes and send it again: what you wrote is still here.",
    files: "A file you added is no longer here. Add it again and send: what you wrote is still here.",
  },
  /** A link that opens nothing. */
  closed: {
    expired: {
      heading: "This link has expired",
      text: "For your security, the links in our emails work for {days} days. Reply to our email, or write to us again, and you’ll get a new one. With an account, you can always read your conversations.",
    },
    ended: {
      heading: "This link no longer works",
      text: "We’ve ended it. Reply to our email, or write to us again, and you’ll get a new one with our reply. With an account, you can always read your conversations.",
    },
    unknown: {
      heading: "This link doesn’t open anything",
      text: "It may be incomplete: open it again from our email, or copy the whole address. If the request has been deleted, its link is gone too.",
    },
    limited: { heading: "Too many attempts", text: "Wait a few minutes and open the link again." },
    write: "Write to us",
    signIn: "Sign in",
    /** A message that could not be sent any more. */
    typed: "What you wrote, so you can copy it:",
  },
};
