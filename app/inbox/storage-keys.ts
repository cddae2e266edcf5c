/** Where half-written messages and notes are kept, on this device alone. */
export const draftsKey = { name: "inbox-drafts", days: 14 };

/** Remembers that somebody wants no shortcuts: software that turns speech into keys would press them by accident. */
export const shortcutsKey = { name: "inbox-shortcuts", days: 400 };

/** Remembers how somebody wants to be told that something has come: by a sound, by a notification of the browser. */
export const alertsKey = { name: "inbox-alerts", days: 400 };
