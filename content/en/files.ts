/** Files that go with the messages of a conversation. */
export const files = {
  add: "Add files",
  hint: "Pictures, PDFs, documents, fonts, ZIP, short video and audio, up to {max} each.",
  drop: "You can also drop them here, or paste them.",
  dropping: "Drop the files here",
  /** The files that will go with the message. */
  list: "Files for this message",
  waiting: "Waiting…",
  sending: "{percent} of {size}",
  checking: "Checking…",
  lost: "Connection lost at {percent}. It continues as soon as it’s back.",
  cancel: "Cancel",
  remove: "Remove",
  again: "Try again",
  /** While the message waits for its files. */
  wait: "Your message will be sent as soon as its files are uploaded.",
  stop: "Don’t send yet",
  said: {
    added: { one: "One file added", many: "{n} files added" },
    done: { one: "One file uploaded", many: "{n} files uploaded" },
    failed: "{name}: {why}",
    lost: "Connection lost. Uploads continue as soon as it’s back.",
    removed: "{name} removed",
  },
  open: "Open",
  download: "Download",
  newTab: "opens in a new tab",
  all: "Download all files (ZIP, {n} files, {size})",
  /** Whatever went wrong, at the file that it is about. */
  errors: {
    large: "It’s larger than {max}. Send it as a link, or make it smaller.",
    empty: "The file is empty.",
    type: "We can’t take this type of file. Put it in a ZIP, or send it as a PDF or a picture.",
    content: "What’s in the file doesn’t match its name, so we didn’t keep it.",
    full: "There’s no room left: a conversation can hold {total} of files.",
    many: "That’s more than {n} files. Send the rest in another message, or put them in a ZIP.",
    limited: "That’s a lot of files in an hour. Try again later.",
    gone: "This upload is no longer there. Try again.",
    away: "We can’t store files right now. Try again in a few minutes; your message can go without them.",
    signedOut: "Your session has ended. Sign in again in another tab and try again.",
    named: "{name}: {why}",
  },
  /** In emails. */
  sent: { one: "With one file:", many: "With {n} files:" },
  /** In the download of somebody’s data. */
  withData: "Download my data and files (ZIP)",
};
