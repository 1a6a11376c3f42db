/** The pages of the site in the order in which they are read, for the sidebar and for `llms.txt`. */
export const sections = [
  {
    text: "Start",
    items: [
      { text: "Your own agent", link: "/start/own-agent" },
      { text: "Shell", link: "/start/shell" },
      { text: "Node client", link: "/start/node-client" },
      { text: "Python over HTTP", link: "/start/python" },
      { text: "React", link: "/start/react" },
      { text: "Next.js", link: "/start/nextjs" },
    ],
  },
  {
    text: "Understand",
    items: [
      { text: "Concepts", link: "/concepts" },
      { text: "The web app", link: "/app" },
      { text: "Security and trust", link: "/security" },
      { text: "Comparison", link: "/comparison" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Config", link: "/reference/config" },
      { text: "Events", link: "/reference/events" },
      { text: "Error codes", link: "/reference/errors" },
      { text: "HTTP API", link: "/reference/http" },
    ],
  },
  {
    text: "Operate",
    items: [
      { text: "Operating Askback", link: "/operate" },
      { text: "Failures", link: "/failures" },
    ],
  },
];
