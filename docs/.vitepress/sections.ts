/** The pages of the site in the order in which they are read, for the sidebar and for `llms.txt`. */
export const sections = [
  {
    text: "Start",
    items: [
      { text: "Ask from your program", link: "/start/ask" },
      { text: "Your own agent", link: "/start/own-agent" },
      { text: "Shell", link: "/start/shell" },
      { text: "Terminal", link: "/start/terminal" },
      { text: "Notifications", link: "/start/notifications" },
      { text: "Node client", link: "/start/node-client" },
      { text: "MCP clients", link: "/start/mcp" },
      { text: "Python over HTTP", link: "/start/python" },
      { text: "Agents of other frameworks", link: "/start/adapters" },
      { text: "Recipes for workflow engines", link: "/start/recipes" },
      { text: "Testing", link: "/start/testing" },
      { text: "Coding agents", link: "/start/coding-agents" },
      { text: "React", link: "/start/react" },
      { text: "Next.js", link: "/start/nextjs" },
      { text: "Approval proxy", link: "/start/approval-proxy" },
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
      { text: "Command line", link: "/reference/cli" },
      { text: "Events", link: "/reference/events" },
      { text: "Webhooks", link: "/reference/webhooks" },
      { text: "Error codes", link: "/reference/errors" },
      { text: "HTTP API", link: "/reference/http" },
      { text: "Adapters, observed", link: "/reference/adapters" },
    ],
  },
  {
    text: "Operate",
    items: [
      { text: "Operating Askback", link: "/operate" },
      { text: "People and keys", link: "/people" },
      { text: "Failures", link: "/failures" },
    ],
  },
];
