import { beforeEach, expect, test } from "vitest";
import {
  answeredRed,
  callTool,
  colours,
  connectMcpClient,
  inboxOf,
  type Person,
  textOf,
} from "../../harness/mcp/mcp-client.ts";
import { type ServerProcess, startServerProcess } from "../../harness/server/server-process.ts";

const server: ServerProcess = await startServerProcess();
const inbox = inboxOf(server);

beforeEach(async () => {
  for (const { id } of await inbox.open()) await inbox.inquiries.dismiss(id);
});

const picksRed: Person = () => ({ action: "accept", content: { q1: "o1" } });

const ways = (["stdio", "http"] as const).flatMap((by) =>
  (["2026-07-28", "2025-11-25", "2025-06-18"] as const).map((version) => ({ by, version })),
);

test.each(ways)(
  "[MCP-1] [MCP-7] by $by a client of $version lists the tools, and gets an answer from the inbox",
  async (way) => {
    const mcp = await connectMcpClient(server, way);
    const { tools } = await mcp.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["ask_user_question", "AskUserQuestion", "get_answer"]);
    const result = callTool(mcp, "ask_user_question", colours);
    const [asked] = await inbox.untilOpen();
    // By HTTP a client before 2026-07-28 says its name only in a request of its own.
    const isNamed = way.by === "stdio" || way.version === "2026-07-28";
    expect(asked).toMatchObject({ agent: isNamed ? "Test client" : "agent", questions: [{ text: "Which colour?" }] });
    await inbox.pick(asked?.id ?? "");
    expect(textOf(await result)).toBe(answeredRed);
    await mcp.client.close();
  },
);

test.each(["stdio", "http"] as const)(
  "[MCP-5] by %s a form comes as a result, and the call comes back with it",
  async (by) => {
    const mcp = await connectMcpClient(server, { by, person: picksRed });
    expect(textOf(await callTool(mcp, "ask_user_question", colours))).toBe(answeredRed);
    await mcp.client.close();
  },
);

test.each(["2025-11-25", "2025-06-18"] as const)("[MCP-6] a client of %s gets a form as a request", async (version) => {
  const mcp = await connectMcpClient(server, { version, person: picksRed });
  expect(textOf(await callTool(mcp, "ask_user_question", colours))).toBe(answeredRed);
  await mcp.client.close();
});

test("[MCP-6] somebody who answers in the inbox takes the form back, and the call has their answer", {
  tags: "smoke",
}, async () => {
  const taken = Promise.withResolvers<void>();
  const person: Person = ({ signal }) =>
    new Promise((_, reject) => {
      signal.addEventListener("abort", () => {
        taken.resolve();
        reject(new Error("taken back"));
      });
    });
  const mcp = await connectMcpClient(server, { version: "2025-11-25", person });
  const result = callTool(mcp, "ask_user_question", colours);
  const [asked] = await inbox.untilOpen();
  await inbox.pick(asked?.id ?? "", "o2");
  expect(textOf(await result)).toBe('{"answers":{"Which colour?":"Blue"}}');
  await taken.promise;
  await mcp.client.close();
});

test("[MCP-5] [MCP-11] a form that comes back after somebody answered changes nothing, and the call has their answer", async () => {
  const person: Person = async () => {
    const [asked] = await inbox.untilOpen();
    await inbox.pick(asked?.id ?? "", "o2");
    return { action: "accept", content: { q1: "o1" } };
  };
  const mcp = await connectMcpClient(server, { person });
  expect(textOf(await callTool(mcp, "ask_user_question", colours))).toBe('{"answers":{"Which colour?":"Blue"}}');
  await mcp.client.close();
});

const endings = (["2026-07-28", "2025-11-25"] as const).flatMap((version) => [
  { version, action: "accept" as const, resolution: "answered" },
  { version, action: "decline" as const, resolution: "declined" },
  { version, action: "cancel" as const, resolution: "dismissed" },
]);

test.each(endings)(
  "[MCP-8] $action in a form of $version means $resolution, by the holder of the answer key",
  async (ending) => {
    let id = "";
    const person: Person = async () => {
      id = (await inbox.untilOpen())[0]?.id ?? "";
      return { action: ending.action, ...(ending.action === "accept" && { content: { q1: "o1" } }) };
    };
    const mcp = await connectMcpClient(server, { version: ending.version, person });
    await callTool(mcp, "ask_user_question", colours);
    expect(await inbox.inquiries.get(id)).toMatchObject({
      value: { resolution: { type: ending.resolution, by: "owner" } },
    });
    await mcp.client.close();
  },
);

test.each(["2026-07-28", "2025-11-25"] as const)(
  "[MCP-8] a client of %s that shows forms waits for the inbox where no key may answer",
  async (version) => {
    const person: Person = () => {
      throw new Error("a form was shown");
    };
    const mcp = await connectMcpClient(server, { version, person, canAnswer: false });
    const result = callTool(mcp, "ask_user_question", colours);
    const [asked] = await inbox.untilOpen();
    await inbox.pick(asked?.id ?? "");
    expect(textOf(await result)).toBe(answeredRed);
    await mcp.client.close();
  },
);

test("[MCP-5] an empty form is shown again with what is wrong, and own words beside a pick are a note", {
  tags: "smoke",
}, async () => {
  const messages: string[] = [];
  const person: Person = ({ message }) => {
    messages.push(message);
    return { action: "accept", content: messages.length === 1 ? {} : { q1: "o1", q1_text: "but dark" } };
  };
  const mcp = await connectMcpClient(server, { person });
  const result = JSON.parse(textOf(await callTool(mcp, "ask_user_question", colours)));
  expect(messages[1]).toContain("every question is skipped");
  expect(result).toEqual({
    answers: { "Which colour?": "Red" },
    details: [{ question: "Which colour?", picked: ["Red"], note: "but dark" }],
  });
  await mcp.client.close();
});

test("[MCP-7] without an answer the result has a handle, with which the answer is found", {
  tags: "smoke",
}, async () => {
  const mcp = await connectMcpClient(server, { version: "2025-11-25" });
  const asked = await callTool(mcp, "AskUserQuestion", colours);
  expect(asked).toMatchObject({ _stop_session: true, _stop_reason: "waiting_for_user_input" });
  const handle = String(asked._meta?.["askback/handle"]);
  expect(textOf(asked)).toContain(`{"handle":"${handle}"}`);
  expect(textOf(await callTool(mcp, "get_answer", { handle, wait: 0 }))).toContain("assume no answer and no consent");
  const waiting = callTool(mcp, "get_answer", { handle });
  await inbox.pick(handle);
  expect(textOf(await waiting)).toContain("  Q: Which colour?\n  A: Red");
  expect(textOf(await callTool(mcp, "get_answer", { handle, wait: 0 }))).toContain("  Q: Which colour?\n  A: Red");
  await mcp.client.close();
});

test("[MCP-9] two questions that are asked at once are both open, also if they are the same", {
  tags: "smoke",
}, async () => {
  const mcp = await connectMcpClient(server);
  const results = [callTool(mcp, "ask_user_question", colours), callTool(mcp, "ask_user_question", colours)];
  const [first, second] = await inbox.untilOpen(2);
  await inbox.pick(first?.id ?? "", "o1");
  await inbox.pick(second?.id ?? "", "o2");
  const texts = (await Promise.all(results)).map(textOf).sort();
  expect(texts).toEqual(['{"answers":{"Which colour?":"Blue"}}', answeredRed]);
  await mcp.client.close();
});

const forms = [
  ["a form as a result", "2026-07-28"],
  ["a form as a request", "2025-11-25"],
] as const;

test.each(forms)("[MCP-5] [MCP-6] [MCP-9] two questions at once, each with %s, are both kept", async (_, version) => {
  const shown = Promise.withResolvers<void>();
  let count = 0;
  const mcp = await connectMcpClient(server, {
    version,
    // Neither form is filled in before both are shown.
    async person() {
      count += 1;
      const option = `o${count}`;
      if (count === 2) shown.resolve();
      await shown.promise;
      return { action: "accept", content: { q1: option } };
    },
  });
  const results = [callTool(mcp, "ask_user_question", colours), callTool(mcp, "ask_user_question", colours)];
  const texts = (await Promise.all(results)).map(textOf).sort();
  expect(texts).toEqual(['{"answers":{"Which colour?":"Blue"}}', answeredRed]);
  expect(await inbox.open()).toEqual([]);
  await mcp.client.close();
});
