import type { FrameLocator } from "playwright-core";
import { expect, test } from "vitest";
import { pressAtOnce, waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { type AppHost, openAppHost } from "../../harness/mcp/app-host.ts";
import { askDatabase, askTwo } from "../../harness/mcp/card-asks.ts";
import { callTool, connectMcpClient, inboxOf, textOf } from "../../harness/mcp/mcp-client.ts";
import { withCards } from "../../harness/mcp/raw-mcp.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";

const server = await startServerProcess();
const inbox = inboxOf(server);
const mcp = await connectMcpClient(server, { by: "http", canAnswer: true, capabilities: withCards });
const button = (card: FrameLocator, name: string) => card.getByRole("button", { name, exact: true }).last();
/** Waits until what can be pressed has been there for a moment. */
const settle = ({ card }: AppHost) => waitUntilDeliberate(card.locator("main"));
const resolutionOf = async (id: string) => {
  const read = await inbox.inquiries.get(id);
  return read.ok ? read.value.resolution : undefined;
};

test("[MCP-17] a card shows the question with nothing picked, and its answer is recorded and read by the model", {
  tags: "smoke",
}, async () => {
  const stdio = await connectMcpClient(server, { canAnswer: true, capabilities: withCards });
  const host = await openAppHost(stdio);
  const { card } = host;
  const handle = await host.ask(askDatabase);
  await card.getByRole("heading", { name: "Which database should the service use?" }).waitFor();
  await card.getByRole("group", { name: "Which database should the service use?" }).waitFor();
  expect(await card.getByRole("radio", { checked: true }).count()).toBe(0);
  expect(await card.getByRole("radio").count()).toBe(4);
  await card.getByText("Recommended · many writers").waitFor();
  await card.getByText("We ship on Friday.").waitFor();
  await button(card, "Show context").click();
  await card.getByText("• Tests are green").waitFor();
  await button(card, "Preview: SQLite").click();
  await card.getByText("PRAGMA foo = WAL;").waitFor();
  await settle(host);
  await button(card, "Submit answer").click();
  await card.getByText("This question needs an answer.").first().waitFor();
  await card.getByText("SQLite").click();
  const waiting = callTool(stdio, "get_answer", { handle });
  await settle(host);
  await button(card, "Submit answer").click();
  await card.getByText(/^You answered/).waitFor();
  expect(textOf(await waiting)).toBe('{"answers":{"Which database should the service use?":"SQLite"}}');
  expect(await resolutionOf(handle)).toMatchObject({ type: "answered", by: "owner" });
  expect(await host.frame().evaluate(() => document.activeElement?.hasAttribute("data-summary"))).toBe(true);
  expect(new Set(host.calls)).toEqual(new Set(["read_card", "save_card_draft", "resolve_card"]));
  expect(host.told).toMatchObject([{ what: "context", text: expect.stringContaining(handle) }]);
  await button(card, "Let Test client go on").click();
  await expect.poll(() => host.told.at(-1)).toMatchObject({ what: "message", text: expect.stringContaining(handle) });
  await button(card, "Show all options").click();
  await card.getByText("Best for many writers. Needs a server.").waitFor();
  await stdio.client.close();
});

test("[MCP-17] several questions are answered one by one, reviewed with a comment, and sent together", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askTwo);
  await card.getByRole("textbox", { name: "Something else…" }).fill("DuckDB");
  expect(await card.getByRole("radio", { name: "Something else…" }).isChecked()).toBe(true);
  await button(card, "More").click();
  await button(card, "Add a note").click();
  await card.getByRole("textbox", { name: "Note" }).fill("It is analytics");
  await button(card, "Next").click();
  await card.getByText("Pick any number").waitFor();
  await card.getByRole("checkbox", { name: "Asia" }).check();
  await card.getByRole("checkbox", { name: "EU" }).check();
  await card.getByRole("button", { name: "1: Database, answered" }).waitFor();
  await button(card, "Review").click();
  await card.getByRole("heading", { name: "Review your answers" }).waitFor();
  await card.getByText("It is analytics").waitFor();
  await card.getByRole("textbox", { name: "Comment" }).fill("Thanks");
  await settle(host);
  await button(card, "Submit answer").click();
  await card.getByText(/^You answered/).waitFor();
  expect(await resolutionOf(id)).toMatchObject({
    comment: "Thanks",
    answers: [
      { question: "q1", text: "DuckDB", note: "It is analytics" },
      { question: "q2", options: ["o1", "o3"] },
    ],
  });
});

test("[MCP-17] what has no answer is shown, and sent as skipped only after a question", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askTwo);
  await card.getByRole("radio", { name: "Both" }).check();
  await button(card, "Next").click();
  await button(card, "Review").click();
  await card.getByText("1 question without an answer").waitFor();
  await settle(host);
  await button(card, "Submit answer").click();
  await card.getByText("Send 1 of 2 answers? The rest will be marked as skipped.").waitFor();
  await button(card, "Go to the first gap").click();
  await card.getByRole("heading", { name: "Which regions first?" }).waitFor();
  await button(card, "Skip").click();
  await button(card, "Review").click();
  await settle(host);
  await button(card, "Submit answer").click();
  await card.getByText(/^You answered/).waitFor();
  expect(await resolutionOf(id)).toMatchObject({ answers: [{ options: ["o3"] }, { question: "q2", skipped: true }] });
});

test.each([
  ["Decline…", "Decline", "declined", "You declined to answer"],
  ["Set aside…", "Set aside", "dismissed", "You set this aside"],
])(
  "[MCP-17] %s asks for a reason, Cancel goes back, and the card says what was done",
  async (more, confirm, type, said) => {
    const host = await openAppHost(mcp);
    const { card } = host;
    const id = await host.ask(askDatabase);
    await button(card, "More").click();
    await button(card, more).click();
    expect(await host.frame().evaluate(() => document.activeElement?.textContent)).toBe("Cancel");
    await card.getByRole("textbox", { name: "Reason (optional)" }).fill("Not mine");
    await button(card, "Cancel").click();
    await button(card, "More").click();
    await button(card, more).click();
    await settle(host);
    await button(card, confirm).click();
    await card.getByText(said).waitFor();
    expect(await resolutionOf(id)).toMatchObject({ type, comment: "Not mine" });
  },
);

test("[MCP-17] a person may let the agent decide", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  await card.getByRole("heading").waitFor();
  await settle(host);
  await button(card, "You decide").click();
  await card.getByText("You let Test client decide").waitFor();
  expect(await resolutionOf(id)).toMatchObject({ type: "delegated" });
});

test("[MCP-17] the second press of a double click, on what has just come under the pointer, sends nothing", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askTwo);
  await card.getByRole("radio", { name: "Both" }).check();
  await button(card, "Next").click();
  await card.getByRole("checkbox", { name: "EU" }).check();
  const submit = ".ask-body:has(.ask-review) ~ .ask-footer .ask-primary";
  await pressAtOnce(card.locator("main"), ".ask-step-review", submit);
  await card.getByRole("heading", { name: "Review your answers" }).waitFor();
  expect(host.calls).not.toContain("resolve_card");
  await settle(host);
  await card.locator(submit).click();
  await card.getByText(/^You answered/).waitFor();
  expect(await resolutionOf(id)).toMatchObject({ type: "answered" });
});

test("[MCP-17] all of it works by keyboard", async () => {
  const host = await openAppHost(mcp);
  const { card, page } = host;
  const id = await host.ask(askTwo);
  await card.getByRole("heading").waitFor();
  const focused = () => host.frame().evaluate(() => document.activeElement?.outerHTML.slice(0, 300));
  const isIn = async (part: string) => (await focused())?.includes(part);
  await page.keyboard.press("Tab");
  await expect.poll(() => isIn("ask-step")).toBe(true);
  await page.keyboard.press("2");
  await expect.poll(() => card.getByRole("radio", { name: "SQLite" }).isChecked()).toBe(true);
  await page.keyboard.press("ArrowDown");
  await expect.poll(() => card.getByRole("radio", { name: "Both" }).isChecked()).toBe(true);
  await settle(host);
  await page.keyboard.press("Enter");
  await card.getByRole("heading", { name: "Which regions first?" }).waitFor();
  await expect.poll(() => isIn('data-question="q2"')).toBe(true);
  await settle(host);
  await page.keyboard.press("1");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Space");
  await page.keyboard.press("o");
  await page.keyboard.type("and 1 more");
  await page.keyboard.press("Escape");
  await expect.poll(() => isIn('data-question="q2"')).toBe(true);
  await page.keyboard.press("n");
  await expect.poll(() => isIn('data-field="note"')).toBe(true);
  await settle(host);
  await page.keyboard.type("soon");
  await page.keyboard.press("Alt+ArrowLeft");
  await card.getByRole("heading", { name: "Which database" }).waitFor();
  await settle(host);
  await page.keyboard.press("Control+Enter");
  await card.getByText(/^You answered/).waitFor();
  expect(await resolutionOf(id)).toMatchObject({
    answers: [{ options: ["o3"] }, { options: ["o1", "o2"], text: "and 1 more", note: "soon" }],
  });
});
