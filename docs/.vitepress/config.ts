import { defineConfig } from "vitepress";
import { sections } from "./sections.ts";

/** The site is for users: decisions, requirements and notes of the bench are for those who change the code, and are read in the repository. */
export default defineConfig({
  title: "Askback",
  description: "Agents that ask people, wait as long as it takes, and continue with the answer.",
  lang: "en",
  srcExclude: ["bench/**", "decisions/**", "requirements.md"],
  head: [["link", { rel: "icon", type: "image/svg+xml", href: "/icon.svg" }]],
  transformPageData(page) {
    // These pages are mostly code, which needs the width more than an outline.
    if (page.relativePath.startsWith("start/")) page.frontmatter.aside = false;
  },
  themeConfig: {
    logo: "/icon.svg",
    search: { provider: "local" },
    outline: { level: [2, 3] },
    nav: [
      { text: "Start", link: "/start/own-agent", activeMatch: "/start/" },
      { text: "Concepts", link: "/concepts" },
      { text: "Reference", link: "/reference/config", activeMatch: "/reference/" },
      { text: "Operate", link: "/operate" },
      { text: "Security", link: "/security" },
    ],
    sidebar: sections,
    docFooter: { prev: "Previous", next: "Next" },
    footer: { message: "Apache-2.0" },
  },
});
