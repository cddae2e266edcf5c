/** The mails of the site: the receipt goes to whoever wrote, the notice to the agency. */
export const mail = {
  receipt: {
    subject: "We’ve received your message",
    preview: "One of us will read it and reply {soon}.",
    greeting: "Hello,",
    text: "Thank you for writing. Your message has arrived, and one of us will reply {soon}.",
    details: { reason: "About", sent: "Sent", reference: "Reference" },
    reply: "If you’d like to add something, reply to this email.",
    follow: {
      guest: "You can follow your request online with an account for this address: ",
      create: "create one",
      member: "You can follow your request in your client area: ",
      area: "my area",
    },
    why: "You’re receiving this email because someone wrote to us at {site} with your address. If it wasn’t you, you can ignore this email; if you let us know, we’ll delete the message.",
    sign: "The {name} team",
  },
  /** Above the address that a button leads to. */
  spelled: "Or copy this address into your browser:",
  /** The letters of the accounts. */
  auth: {
    letters: {
      signup: {
        subject: "Confirm your email at {name}",
        heading: "Confirm your email",
        text: "You’re opening an account at {name} with this address. Confirm it and the account is yours.",
        action: "Confirm my email",
      },
      magiclink: {
        subject: "Your link to {name}",
        heading: "Sign in without a password",
        text: "This link signs you in to your client area at {name}.",
        action: "Sign in",
      },
      recovery: {
        subject: "A new password for {name}",
        heading: "Choose a new password",
        text: "Someone asked for a new password for your account at {name}. If it was you, choose it here.",
        action: "Choose a password",
      },
      invite: {
        subject: "{name} invites you to its client area",
        heading: "You’re invited",
        text: "We’ve prepared an account for you at {name}. Accept, choose a password, and follow your project there.",
        action: "Accept the invitation",
      },
      email_change_new: {
        subject: "Confirm your new email at {name}",
        heading: "Confirm your new email",
        text: "You want to use {newEmail} for your account at {name}. Confirm it here; the change also has to be confirmed from the old address.",
        action: "Confirm the new address",
      },
      email_change_current: {
        subject: "Confirm the change of email at {name}",
        heading: "Did you ask for this change?",
        text: "Someone wants to change the email of your account at {name} to {newEmail}. If it’s you, confirm it here.",
        action: "Confirm the change",
      },
      reauthentication: {
        subject: "Your code for {name}",
        heading: "Is it you?",
        text: "To confirm it’s you, type this code on the {name} page you have open.",
        action: "",
      },
      account_exists: {
        subject: "You already have an account at {name}",
        heading: "You already have an account",
        text: "Someone wanted to use your address for an account at {name}, and it already has one. If it was you, sign in; if you’ve forgotten your password, you can choose a new one there.",
        action: "Go to sign in",
      },
      changed: {
        subject: "How you sign in at {name} has changed",
        heading: "How you sign in has changed",
        text: "{change} If it was you, you can ignore this email. If it wasn’t, choose a new password now and reply to this email so we can help.",
        action: "Choose a new password",
      },
      /** To the address that was there before. */
      email_changed: {
        subject: "Your address at {name} has changed",
        heading: "The address of your account has changed",
        text: "The address of your account at {name} is now {newEmail}, and this one no longer opens it. If it was you, you can ignore this email. If it wasn’t, reply to it as soon as you can so we can help.",
        action: "Write to us",
      },
      recovery_code_used: {
        subject: "A recovery code was used to sign in to {name}",
        heading: "A recovery code was used",
        text: "Someone has just signed in to your account at {name} with one of your recovery codes. That code no longer works. If it was you, you can ignore this email; if you’ve lost your phone, remove the old second step in your client area and set up a new one. If it wasn’t you, choose a new password now and reply to this email so we can help.",
        action: "Choose a new password",
      },
      guesses: {
        subject: "Someone is trying to get into your account at {name}",
        heading: "Too many wrong attempts",
        text: "Someone has tried too many wrong passwords or codes for your account at {name}. They didn’t get in, and for a while we don’t take any more attempts from where they are. If it was you, try again in a few minutes. If it wasn’t, your account is still safe, and a second step makes it safer.",
        action: "Go to your security settings",
      },
      deleted: {
        subject: "We’ve deleted your account at {name}",
        heading: "We’ve deleted your account",
        text: "The account {email} at {name} has been deleted and can’t be restored. If you didn’t want this, reply to this email.",
        action: "Write to us",
      },
    },
    /** What a letter says has changed. */
    changes: {
      password: "The password of your account has just been changed.",
      factorOn: "A second step, an authenticator app, has been added to your account.",
      factorOff: "The second step has been removed from your account.",
      identityOn: "Your account can now be opened with {provider} too.",
      identityOff: "Your account can no longer be opened with {provider}.",
      recoveryCodes: "New recovery codes have been made for your account; the ones from before no longer work.",
    },
    code: "Or type this code at {page}:",
    codeOnly: "Your code:",
    why: "The link and the code are valid for one hour, and only once. If you didn’t ask for this, you can ignore this email: without them nothing changes.",
    whyCode:
      "The code is valid for one hour, and only once. If you didn’t ask for it, you can ignore this email: without it nothing changes.",
    whyChanged: "We write to the address of an account when something like this changes.",
    whyGuesses: "We send this at most once a day.",
    whyNoToken: "If it wasn’t you, you can ignore this email: nothing has changed.",
    sign: "The {name} team",
  },
  /** What the agency writes to a client. */
  reply: {
    preview: "Our reply about your request {reference}.",
    open: "Open the conversation",
    wrote: "On {date} you wrote:",
    why: "You’re receiving this email because you wrote to {name} (reference {reference}). You can reply to it, or on the page that the button opens.",
    whyWithoutLink:
      "You’re receiving this email because you wrote to {name} (reference {reference}). The link to the conversation no longer works, but you can reply to this email.",
    link: "The link is for you alone, and works until {date}.",
  },
  /** What a client writes to the agency. */
  answer: { preview: "An answer about the request {reference}.", heading: "{name} has answered" },
  /** Said in the conversation, of an email that a client has answered with. */
  byMail: {
    nothing: "(An email without text)",
    cut: "[The email is longer than this. All of it is in our mailbox.]",
    refused: "[Attached to the email, but not kept here: {files}. We have it in our mailbox.]",
  },
  /** What the agency begins a reply with when it moves a request on; the team may change the text before it goes. */
  news: {
    texts: {
      in_progress:
        "Hello {person},\n\nWe’ve read your request and we’re working on it. We’ll write again as soon as we have something to show you.\n\nThe {name} team",
      won: "Hello {person},\n\nThank you for choosing us: your project is on our calendar. We’ll write soon with the first steps.\n\nThe {name} team",
      lost: "Hello {person},\n\nWe’re closing your request for now. If you’d like to pick it up again later, just reply to this email and we’ll carry on from there.\n\nThe {name} team",
    },
  },
  notice: {
    subject: "{reason}: {name}",
    spamSubject: "[Possible spam] {reason}: {name}",
    preview: "New request on the website",
    heading: "New request",
    spam: "The filter thinks this may be spam ({signals}). It’s in the spam folder, and no receipt has been sent.",
    signals: {
      trap: "a field people don’t see was filled in",
      speed: "sent too fast for a person",
      links: "too many links",
      repeated: "the same text came from other addresses",
    },
    details: {
      name: "Name",
      email: "Email",
      company: "Company",
      city: "City",
      phone: "Phone",
      reason: "About",
      message: "Message",
      language: "Language",
      page: "Page",
      campaign: "Campaign",
      sent: "Sent",
      consents: "Accepted",
      reference: "Reference",
    },
    documents: { privacy: "privacy policy {version}", terms: "terms and conditions {version}" },
    open: "Open in the inbox",
    reply: "Reply to this email to write to {name}.",
  },
};
