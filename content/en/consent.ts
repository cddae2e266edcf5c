/** The cookie banner. */
export const consent = {
  heading: "Cookies",
  text: "{name} uses its own cookies and, if you accept them, third-party ones to measure visits and campaigns.",
  policy: "Cookie policy",
  accept: "Accept all",
  reject: "Reject all",
  choose: "Choose",
  save: "Save my choice",
  legend: "Which ones do you accept?",
  categories: {
    necessary: { name: "Necessary", text: "Session, language, appearance and this choice. Always on." },
    functional: { name: "Functional", text: "Preferences and extras the site can do without." },
    statistic: { name: "Statistics", text: "How the site is used, so we can improve it." },
    marketing: { name: "Marketing", text: "Campaigns, and ads that may interest you." },
    unclassified: { name: "Unclassified", text: "Not in a category yet. They always stay blocked, so there’s nothing to accept." },
  },
};
