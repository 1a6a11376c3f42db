import { expect, test } from "vitest";
import { hostileTexts } from "../../../packages/react/src/testing/hostile-texts.ts";
import { axeOf, tooWide } from "../../harness/browser/page-checks.ts";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { type AppHost, openAppHost } from "../../harness/mcp/app-host.ts";
import { askDatabase, askTwo } from "../../harness/mcp/card-asks.ts";
import { connectMcpClient, inboxOf } from "../../harness/mcp/mcp-client.ts";
import { withCards } from "../../harness/mcp/raw-mcp.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";

const server = await startServerProcess();
const inbox = inboxOf(server);
const mcp = await connectMcpClient(server, { by: "http", canAnswer: true, capabilities: withCards });
const reader = await connectMcpClient(server, { by: "http", capabilities: withCards });

const markup = [
  "<img src=x onerror=\"parent.postMessage('pwned','*')\">",
  "<script>document.title='pwned'</script></script>",
  "[a link](javascript:alert(1)) ![image](https://evil.example/x.png)",
  "safe \u202egnp.exe\u202c te\u200bxt",
  "{agent} {count, plural, one {#} other {#}}",
].join("\n\n");

test("[MCP-19] markup, scripts, links and hidden characters of an agent are shown as text, and nothing is loaded", {
  tags: "smoke",
}, async () => {
  const host = await openAppHost(mcp);
  const id = await host.ask({
    context: markup,
    questions: [
      {
        header: "<b>x</b>",
        question: `Tea or coffee? ${markup}`,
        options: [
          { label: "<i>Tea</i>", description: markup, preview: { kind: "markdown", text: markup } },
          { label: "Coffee\u202e", recommended: markup.slice(0, 190) },
        ],
      },
    ],
  });
  const { card } = host;
  await card.getByRole("button", { name: "Show context" }).click();
  await card.getByRole("button", { name: "Preview: <i>Tea</i>" }).click();
  const seen = await host.frame().evaluate(() => ({
    tags: document.querySelectorAll("main :is(img, script, a, iframe, b, i, style)").length,
    text: document.querySelector("main")?.textContent ?? "",
    title: document.title,
  }));
  expect(seen).toMatchObject({ tags: 0, title: "Askback" });
  expect(seen.text).toContain("<img src=x onerror=");
  expect(seen.text).not.toMatch(/[\u202e\u200b]/);
  await card.getByRole("radio", { name: "<i>Tea</i>" }).check();
  await waitUntilDeliberate(card.locator("main"));
  await card.getByRole("button", { name: "Submit answer" }).click();
  await card.getByText(/^You answered/).waitFor();
  expect(await inbox.inquiries.get(id)).toMatchObject({ value: { resolution: { answers: [{ options: ["o1"] }] } } });
  expect(host.requests).toEqual(["http://host.test/", "http://host.test/host.js"]);
});

test("[MCP-19] the page may run nothing but its own script, and load and send nothing", async () => {
  const host = await openAppHost(mcp, { expected: [/Content Security Policy/, /violates the document/] });
  await host.ask(askDatabase);
  await host.card.getByRole("heading").waitFor();
  const tried = await host.frame().evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.pwned = true";
    document.body.append(script);
    const isLoaded = await fetch("http://host.test/secret").then(
      () => true,
      () => false,
    );
    return { isRun: "pwned" in globalThis, isLoaded };
  });
  expect(tried).toEqual({ isRun: false, isLoaded: false });
});

test("[MCP-19] texts that are deep, wide or endless are shown with their choices, and can be answered", async () => {
  const host = await openAppHost(mcp, { width: 390 });
  for (const name of [
    "quotations",
    "a word without end",
    "combining characters",
    "characters that reorder",
    "fences",
  ]) {
    const text = (length: number) => `Tea or coffee?\n\n${hostileTexts[name]?.(length)}`.slice(0, length);
    await host.ask({
      context: text(3_900),
      questions: [{ question: text(900), options: [{ label: "Tea", description: text(280) }, { label: "Coffee" }] }],
    });
    const { card } = host;
    await card.getByRole("button", { name: "Show context" }).click();
    await card.getByRole("radio", { name: "Tea" }).check();
    expect(await tooWide(host.frame()), name).toEqual([]);
    await waitUntilDeliberate(card.locator("main"));
    await card.getByRole("button", { name: "Submit answer" }).click();
    await card.getByText(/^You answered/).waitFor();
  }
});

/** Brings a card into each of its states, in turn. */
async function* statesOf(host: AppHost) {
  const { card } = host;
  await host.ask(askDatabase);
  await card.getByRole("heading").waitFor();
  yield "open";
  await card.getByRole("button", { name: "Show context" }).click();
  await card.getByRole("radio", { name: "SQLite" }).check();
  await card.getByRole("button", { name: "Preview: SQLite" }).click();
  await card.getByRole("button", { name: "More" }).click();
  yield "picked";
  await card.getByRole("button", { name: "Decline…" }).click();
  yield "declining";
  await host.ask(askTwo);
  await card.getByRole("textbox", { name: "Something else…" }).fill("DuckDB");
  await card.getByRole("radio", { name: "Both" }).check();
  await card.getByText("Kept, will not be sent").waitFor();
  await card.getByRole("button", { name: "Next" }).click();
  yield "several";
  await card.getByRole("button", { name: "Review", exact: true }).last().click();
  yield "review";
  await waitUntilDeliberate(card.locator("main"));
  await card.getByRole("button", { name: "Submit answer" }).click();
  await card.getByText("Send 1 of 2 answers?").first().waitFor();
  yield "confirm";
  const id = await host.ask(askDatabase);
  const field = card.getByRole("textbox", { name: "Something else…" });
  await field.fill("DuckDB");
  await inbox.pick(id, "o2");
  await card.getByText("You had written").waitFor();
  yield "overtaken";
  await host.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await field.waitFor({ state: "detached" });
  await card.getByRole("button", { name: "Show all options" }).click();
  yield "answered";
}

test.each(["light", "dark"] as const)(
  "[MCP-17] [MCP-19] axe finds nothing in any state of a card that is %s",
  async (theme) => {
    const host = await openAppHost(mcp, { theme, width: 720 });
    for await (const state of statesOf(host)) {
      expect(await axeOf(host.frame()), state).toEqual([]);
      expect(await tooWide(host.frame()), state).toEqual([]);
    }
    const other = await openAppHost(reader, { theme, width: 320 });
    await other.ask(askTwo);
    await other.card.getByRole("heading").waitFor();
    expect(await axeOf(other.frame())).toEqual([]);
    expect(await tooWide(other.frame())).toEqual([]);
  },
);

test("[MCP-19] the theme and the language of the host are those of the card, and follow when they change", async () => {
  const host = await openAppHost(mcp, { theme: "light", locale: "de-AT" });
  await host.ask(askDatabase);
  await host.card.getByRole("button", { name: "Antwort senden" }).waitFor();
  const look = () =>
    host.frame().evaluate(() => {
      const { documentElement: html } = document;
      const card = document.querySelector(".ask-card");
      return { lang: html.lang, dir: html.dir, background: card && getComputedStyle(card).backgroundColor };
    });
  expect(await look()).toEqual({ lang: "de", dir: "ltr", background: "rgb(255, 255, 255)" });
  await host.changeContext({ theme: "dark", locale: "ar" });
  await expect.poll(look).toEqual({ lang: "ar", dir: "rtl", background: "rgb(24, 25, 28)" });
  for (const [locale, name] of [
    ["es-MX", "es"],
    ["fr", "fr"],
    ["ja-JP", "ja"],
    ["zh-Hans-CN", "zh-CN"],
    ["pt-BR", "en"],
  ] as const) {
    await host.changeContext({ locale });
    await expect.poll(async () => (await look()).lang).toBe(name);
  }
});

test("[MCP-19] the frame of the host has the height of the card, and keeps it", async () => {
  const host = await openAppHost(mcp, { width: 480 });
  await host.ask(askDatabase);
  const { card, page } = host;
  await card.getByRole("heading").waitFor();
  const heights = async () => ({
    frame: await page.locator("iframe").evaluate((frame) => frame.clientHeight),
    card: await host.frame().evaluate(() => Math.ceil(document.documentElement.getBoundingClientRect().height)),
  });
  const fits = async () => {
    const { frame, card: inside } = await heights();
    return frame === inside && inside > 200;
  };
  await expect.poll(fits).toBe(true);
  const { frame: before } = await heights();
  await card.getByRole("button", { name: "Show context" }).click();
  await expect.poll(async () => (await heights()).frame > before && (await fits())).toBe(true);
});
