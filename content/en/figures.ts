/** How often the site is read and written to, for the agency’s own team. */
export const figures = {
  meta: {
    title: "Figures",
    description:
      "How often the site of {name} is read, and how many requests come. For the agency’s own team; you must sign in to see this page.",
    keywords: "administration",
    socialTitle: "Figures",
    socialDescription: "For the agency’s own team.",
  },
  heading: "Figures",
  spans: { label: "Period", days: "{n} days", year: "A year" },
  views: "Page views",
  requests: "Requests",
  requestsHint: "without spam",
  before: "{n} in the same time before",
  /** What a chart says of the day or week that is pointed at. */
  step: { day: "{day}: {n}", week: "Week from {day}: {n}" },
  steps: { byDay: "Day by day", byWeek: "Week by week", day: "Day", week: "Week from" },
  by: {
    path: { heading: "By page", column: "Page" },
    locale: { heading: "By language", column: "Language" },
    referrer: { heading: "By source", column: "Source" },
  },
  times: "Views",
  share: "Share",
  others: "Others",
  direct: "Direct or not known",
  none: "Nothing yet in this time. As soon as somebody reads a page or writes to you, it shows here.",
  how: "Counted by the server, without cookies and without anything about who reads. Machines that say what they are do not count.",
};
