/** What the pages of the agency's own team share. */
export const admin = {
  nav: { label: "Administration", messages: "Inbox", people: "People", replies: "Replies", figures: "Figures", me: "My area" },
};
