import { expect, test } from "vitest";
import { waitUntilDeliberate } from "../../harness/browser/pointer.ts";
import { type AppHost, openAppHost } from "../../harness/mcp/app-host.ts";
import { askDatabase, askTwo } from "../../harness/mcp/card-asks.ts";
import { connectMcpClient, inboxOf } from "../../harness/mcp/mcp-client.ts";
import { withCards } from "../../harness/mcp/raw-mcp.ts";
import { colleagueKey } from "../../harness/server/colleague.ts";
import { startServerProcess } from "../../harness/server/server-process.ts";

let server = await startServerProcess();
const inbox = inboxOf(server);
const colleague = inboxOf({ ...server, keys: { ...server.keys, answer: colleagueKey } });
const mcp = await connectMcpClient(server, { by: "http", canAnswer: true, capabilities: withCards });
const settle = ({ card }: AppHost) => waitUntilDeliberate(card.locator("main"));
const shown = ({ card }: AppHost) => card.locator("main");
const submit = ({ card }: AppHost) => card.getByRole("button", { name: "Submit answer" });
const announced = ({ card }: AppHost) => card.getByRole("status").textContent();

/** Does something as the program that asked. */
async function asAsker(method: string, path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${server.url}/v1/inquiries/${path}`, {
    method,
    headers: { authorization: `Bearer ${server.keys.ask}`, "content-type": "application/json" },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(await response.text());
}

test("[MCP-18] an answer from elsewhere is shown with who gave it, while the form has the focus beside what was written", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  const field = card.getByRole("textbox", { name: "Something else…" });
  await field.fill("DuckDB");
  await colleague.pick(id, "o2");
  await card
    .getByText("ben answered")
    .or(card.getByText(/answered · /))
    .first()
    .waitFor();
  await card.getByText("You had written").waitFor();
  expect(await field.getAttribute("readonly")).not.toBeNull();
  expect(await host.frame().evaluate(() => document.activeElement?.tagName)).toBe("TEXTAREA");
  expect(await card.getByRole("button", { name: "Submit answer" }).count()).toBe(0);
  expect(await announced(host)).toContain("Your text is kept below.");
  await host.page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await field.waitFor({ state: "detached" });
  await card.getByText("SQLite").waitFor();
  await card.getByText("DuckDB").waitFor();
  await card.getByRole("button", { name: "Discard" }).click();
  expect(await card.getByText("DuckDB").count()).toBe(0);
});

test("[MCP-18] an answer that comes too late changes nothing, and the card shows the one that won", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  await card.getByRole("radio", { name: "Both" }).check();
  await settle(host);
  host.withheld.add("read_card");
  await colleague.pick(id, "o1");
  await submit(host).click();
  await card.locator("[data-outcome]").waitFor();
  await card.getByText("PostgreSQL").first().waitFor();
  expect(await inbox.inquiries.get(id)).toMatchObject({ value: { resolution: { answers: [{ options: ["o1"] }] } } });
});

test("[MCP-18] a withdrawn question and one whose time is up say so, and keep what was written", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const withdrawn = await host.ask(askDatabase);
  await card.getByRole("textbox", { name: "Something else…" }).fill("DuckDB");
  await asAsker("POST", `${withdrawn}/withdraw`);
  await shown(host).getByText("Test client withdrew this question").waitFor();
  await card.getByText("DuckDB").last().waitFor();
  const expired = await host.ask(askDatabase);
  await card.getByRole("heading").waitFor();
  // A deadline is in the future when it arrives, also on a slow machine.
  await expect
    .poll(() => asAsker("PATCH", expired, { deadline: new Date(Date.now() + 1_500).toISOString() }).then(() => "set"))
    .toBe("set");
  await shown(host)
    .getByText(/^Expired at .* Test client went on without an answer\.$/)
    .waitFor();
});

test("[MCP-18] a changed question says what changed, keeps what fits, and an answer to the older one is not sent", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  await card.getByRole("radio", { name: "SQLite" }).check();
  await settle(host);
  host.withheld.add("read_card");
  const options = [{ label: "PostgreSQL" }, { label: "SQLite" }, { label: "DuckDB" }];
  await asAsker("PATCH", id, { questions: [{ question: "Which database now?", options }] });
  await submit(host).click();
  await card.getByText("Test client changed this question").waitFor();
  await card.getByRole("heading", { name: "Which database now?" }).waitFor();
  expect(await card.getByRole("radio", { name: "SQLite" }).isChecked()).toBe(true);
  expect(await inbox.inquiries.get(id)).toMatchObject({ value: { status: "open" } });
  await card.getByRole("button", { name: "OK" }).click();
  await settle(host);
  await submit(host).click();
  await card.getByText(/^You answered/).waitFor();
});

test("[MCP-18] an answer that somebody can still take back is shown as such, and the form comes back with it", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  await card.getByRole("textbox", { name: "Something else…" }).fill("DuckDB");
  const body = { answers: [{ question: "q1", options: ["o1"] }], hold: 300 };
  expect(await colleague.inquiries.answer(id, body)).toMatchObject({ ok: true });
  await card.getByText("has answered and can still take it back").waitFor();
  expect(await colleague.inquiries.retract(id)).toMatchObject({ ok: true });
  expect(await card.getByRole("textbox", { name: "Something else…" }).inputValue()).toBe("DuckDB");
});

test("[MCP-18] what was written is there when the card is loaded again, and in the inbox", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askTwo);
  await card.getByRole("textbox", { name: "Something else…" }).fill("DuckDB");
  await card.getByRole("button", { name: "Next" }).click();
  await card.getByRole("checkbox", { name: "US" }).check();
  await host.showAgain();
  await card.getByRole("heading", { name: "Which regions first?" }).waitFor();
  expect(await card.getByRole("checkbox", { name: "US" }).isChecked()).toBe(true);
  expect(await inbox.inquiries.draft(id)).toMatchObject({
    value: { device: "Test host", draft: { answers: { q1: { text: "DuckDB" }, q2: { options: ["o2"] } } } },
  });
});

test("[MCP-18] [MCP-20] without a connection the card says so, keeps the answer, and sends it again after a restart", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  await card.getByRole("radio", { name: "Both" }).check();
  await settle(host);
  host.isConnected = false;
  await submit(host).click();
  await card.getByText("Could not send: The connection is lost. Nothing was lost.").waitFor();
  expect(await announced(host)).toContain("Could not send.");
  const { dataDir, url } = server;
  await server.kill();
  server = await startServerProcess({ dataDir, args: ["--port", new URL(url).port] });
  host.isConnected = true;
  await card.getByRole("button", { name: "Retry" }).click();
  await card.getByText(/^You answered/).waitFor();
  expect(await inbox.inquiries.get(id)).toMatchObject({ value: { resolution: { answers: [{ options: ["o3"] }] } } });
});

test("[MCP-18] a card that is shown again after its question has ended says how, and tells the model nothing", async () => {
  const host = await openAppHost(mcp);
  const { card } = host;
  const id = await host.ask(askDatabase);
  await card.getByRole("heading").waitFor();
  await colleague.pick(id, "o2");
  await card.locator("[data-outcome]").waitFor();
  await expect.poll(() => host.told).toHaveLength(1);
  await host.showAgain();
  await card.getByText("SQLite").waitFor();
  expect(await card.getByRole("button", { name: "Let Test client go on" }).count()).toBe(0);
  expect(host.told).toHaveLength(1);
});

test("[MCP-16] without a key that may answer the card shows the question and where it is answered", async () => {
  const reader = await connectMcpClient(server, { by: "http", capabilities: withCards });
  const host = await openAppHost(reader);
  const { card } = host;
  const id = await host.ask(askTwo);
  await card.getByText("Which regions first?").waitFor();
  await card.getByText("Best for many writers. Needs a server.").waitFor();
  expect(await card.getByRole("radio").count()).toBe(0);
  await card.getByRole("button", { name: "Answer in Askback" }).click();
  await expect.poll(() => host.told).toEqual([{ what: "link", text: `${server.url}/q/${id}` }]);
  const answers = [
    { question: "q1", options: ["o1"] },
    { question: "q2", options: ["o1"] },
  ];
  expect(await colleague.inquiries.answer(id, { answers })).toMatchObject({ ok: true });
  await card.locator("[data-outcome]").waitFor();
});

test("[MCP-16] a host that calls no tools for its apps, or opens no links, gets the address", async () => {
  const host = await openAppHost(mcp, { capabilities: {} });
  const id = await host.ask(askDatabase);
  await host.card.getByText(`${server.url}/q/${id}`).waitFor();
  expect(host.calls).toEqual([]);
});

test("[MCP-15] a card without a question, as after a call that failed, says where one would be", async () => {
  const host = await openAppHost(mcp);
  await host.showResult({}, { isError: true, content: [{ type: "text", text: "Invalid input" }] });
  await host.card
    .getByText("There is no question to show here. If one was asked, it is in the inbox of Askback.")
    .waitFor();
  expect(host.calls).toEqual([]);
});
