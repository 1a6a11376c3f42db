import { expect, test } from "vitest";
import { readSettings } from "./settings.ts";
import { createConfigFolder } from "./testing/config-folder.ts";

const { folder, configFile, refusal } = createConfigFolder();

test("[CLI-8] a definition may give a title, a description, an avatar, examples and whether it is offered", async () => {
  const agent = { name: "guide", instructions: "", model: "x/y" };
  const profiles = [
    {},
    { title: "Guide", description: "d".repeat(300), examples: Array(6).fill("A weekend"), subAgent: true, demo: false },
    ...["G", "é", "e\u0301", "東", "7", "🧭", "👩‍🚀", "🇫🇷", "❤️"].map((symbol) => ({ avatar: { symbol } })),
    { avatar: { hue: 0 } },
    { avatar: { symbol: "G", hue: 359 } },
    { avatar: {} },
  ];
  for (const profile of profiles) {
    const { config } = await readSettings({ config: configFile({ agents: [{ ...agent, ...profile }] }) }, {}, folder);
    expect(config.agents).toEqual([{ ...agent, ...profile }]);
  }
});

test("[CLI-8] an error in how an agent presents itself names the field and what is allowed", async () => {
  const agent = { name: "guide", instructions: "", model: "x/y" };
  const faults: readonly (readonly [Readonly<Record<string, unknown>>, string])[] = [
    ...["", "  ", 7, "t".repeat(61)].map(
      (title) => [{ title }, "agents.guide.title: must be a text of 1-60 characters"] as const,
    ),
    [{ description: "d".repeat(301) }, "agents.guide.description: must be a text of 1-300 characters"],
    [{ examples: ["fine", " "] }, "agents.guide.examples.1: must be a text of 1-300 characters"],
    [{ examples: Array(7).fill("A weekend") }, "agents.guide.examples: must have at most 6 examples"],
    ...["", "AB", "-", " ", "\u202E", "🧭🧭", `e${"\u0301".repeat(40)}`, 7].map(
      (symbol) => [{ avatar: { symbol } }, "agents.guide.avatar.symbol: must be one letter or emoji"] as const,
    ),
    ...[-1, 360, 1.5, "red"].map(
      (hue) => [{ avatar: { hue } }, "agents.guide.avatar.hue: must be a whole number from 0 to 359"] as const,
    ),
    [
      { avatar: { url: "https://example.org/a.png" } },
      "agents.guide.avatar: has `url`; images are not loaded: give symbol, hue or both",
    ],
    [{ avatar: { colour: 1 } }, "agents.guide.avatar: has `colour`; it can have symbol, hue"],
    [{ subAgent: "yes" }, "agents.guide.subAgent: "],
  ];
  for (const [profile, words] of faults) {
    const file = configFile({ agents: [{ ...agent, ...profile }] });
    expect((await refusal({ config: file })).message.replace(` in ${file}`, "")).toContain(words);
  }
});

test("[PROJECT-3] an agent of no project, or of one to which no key belongs, is refused", async () => {
  const agent = { name: "guide", instructions: "", model: "x/y" };
  const keys = [{ name: "ann", scopes: ["answer"], project: "shop", sha256: "ab".repeat(32) }];
  const file = (projects: readonly string[]) => configFile({ keys, agents: [{ ...agent, projects }] });
  const { config } = await readSettings({ config: file(["shop", "default"]) }, {}, folder);
  expect(config.agents).toMatchObject([{ projects: ["shop", "default"] }]);
  for (const [projects, words] of [
    [["shop", "shpo"], 'has "shpo", to which no key belongs; there are: default, shop'],
    [[], "is empty: name a project, or leave it out for all projects"],
  ] as const) {
    const { message } = await refusal({ config: file(projects) });
    expect(message).toContain("agents.guide.projects");
    expect(message).toContain(words);
  }
});

test("[FILE-11] a type of file that nobody can attach is refused in a definition", async () => {
  const agent = { name: "planner", instructions: "", model: "ollama/some", accepts: ["image/svg+xml"] };
  const { message } = await refusal({ config: configFile({ agents: [agent] }) });
  expect(message).toContain("must be one of image/png, image/jpeg, image/webp, image/gif, application/pdf, text/plain");
});
