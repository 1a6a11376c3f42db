import { randomUUID } from "node:crypto";
import type { TestServer } from "./test-server.ts";

/** Unique texts, by the field in which people or agents wrote them. */
type Marks = ReadonlyMap<string, string>;

/** Runs conversations in which every text is unique, also those that are refused. */
export async function runMarkedConversations({ api, startConversation }: TestServer): Promise<Marks> {
  const marks = new Map<string, string>();
  function mark(field: string): string {
    const text = marks.get(field) ?? `mark-${randomUUID()}`;
    marks.set(field, text);
    return text;
  }
  const question = (name: string) => ({
    question: mark(`${name} question`),
    header: mark(`${name} header`).slice(0, 12),
    options: [1, 2].map((count) => ({
      label: mark(`${name} label ${count}`),
      description: mark(`${name} description ${count}`),
    })),
  });

  const conversation = await startConversation("scripted", [
    {
      text: mark("reply"),
      calls: [
        { id: "call_a", name: "ask_user_question", input: { questions: [question("first")] } },
        { id: "call_b", name: "note", input: { line: mark("tool input") } },
        { id: "call_c", name: "note", input: { wrong: mark("bad tool input") } },
        { id: "call_d", name: mark("unknown tool").slice(0, 20), input: {} },
        { id: "call_e", name: "ask_user_question", input: { questions: mark("bad ask") } },
      ],
    },
    { calls: [{ id: "call_f", name: "ask_user_question", input: { questions: [question("second")] } }] },
    { text: mark("last reply") },
  ]);
  const path = `/v1/inquiries/${(await conversation.waitForInquiry()).id}`;
  const answers = [{ question: "q1", text: mark("own words"), note: mark("note") }];
  await api.post(`${path}/answer`, { answers: [{ question: mark("misfit") }] });
  await api.post(`${path}/answer`, { answers, [mark("unknown field")]: 1 });
  await api.post(
    `${path}/answer`,
    { answers, comment: mark("comment"), hold: 300 },
    { "idempotency-key": mark("key") },
  );
  await api.post(`${path}/retract`);
  await api.post(`/v1/conversations/${conversation.id}/messages`, { text: mark("aside"), separate: true });
  await api.post(`${path}/answer`, { answers, comment: mark("comment") });
  const second = `/v1/inquiries/${(await conversation.waitForInquiry(2)).id}`;
  await api.post(`${second}/delegate`, { comment: mark("delegation") });
  await conversation.waitForStatus("idle");

  const title = await api.post("/v1/conversations", { agent: "scripted", title: mark("title") });
  await api.post(`/v1/conversations/${title.body.id}/messages`, { text: mark("no script, so the model fails") });
  await api.waitForEvent(title.body.id, ({ type }) => type === "model.failed");
  await api.post(`/v1/conversations/${title.body.id}/stop`);
  await api.post("/v1/conversations", { agent: mark("unknown agent"), message: mark("unsent message") });
  await api.post("/v1/conversations", `{"agent": "${mark("broken body")}`);
  await api.get(`/v1/conversations?q=${mark("search")}&cursor=${mark("cursor")}`);
  await api.get(`/v1/conversations?limit=${mark("bad query")}`);
  await api.get(`/v1/${mark("unknown path")}/${mark("unknown id")}`);
  await api.get(`/v1/inquiries/${mark("unknown inquiry")}`);
  await api.get(`/sign-in?token=${mark("token")}`);
  await api.delete(`/v1/conversations/${conversation.id}`);
  return marks;
}

/** The fields whose marks are found in texts, whole or truncated. */
export function findMarks(texts: readonly string[], marks: Marks): readonly string[] {
  const all = texts.map((text) => text.toLowerCase());
  return [...marks].flatMap(([field, text]) =>
    all.some((some) => some.includes(text.slice(0, 12).toLowerCase())) ? [field] : [],
  );
}
