import { randomUUID } from "node:crypto";
import type { Stage } from "./stage.ts";

/** Texts that stand nowhere else, by the place where people or agents wrote them. */
type Marks = ReadonlyMap<string, string>;

/** Plays a whole life in which every text is marked, also those that are refused. */
export async function liveMarked({ api, play }: Stage): Promise<Marks> {
  const marks = new Map<string, string>();
  function mark(place: string): string {
    const text = marks.get(place) ?? `mark-${randomUUID()}`;
    marks.set(place, text);
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

  const scene = await play("puppet", [
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
  const path = `/v1/inquiries/${(await scene.asked()).id}`;
  const answers = [{ question: "q1", text: mark("own words"), note: mark("note") }];
  await api.post(`${path}/answer`, { answers: [{ question: mark("misfit") }] });
  await api.post(`${path}/answer`, { answers, [mark("unknown field")]: 1 });
  await api.post(`${path}/answer`, { answers, comment: mark("comment"), hold: 30 }, { "idempotency-key": mark("key") });
  await api.post(`${path}/retract`);
  await api.post(`/v1/conversations/${scene.id}/messages`, { text: mark("aside"), separate: true });
  await api.post(`${path}/answer`, { answers, comment: mark("comment") });
  const second = `/v1/inquiries/${(await scene.asked(2)).id}`;
  await api.post(`${second}/delegate`, { comment: mark("delegation") });
  await scene.reached("idle");

  const title = await api.post("/v1/conversations", { agent: "puppet", title: mark("title") });
  await api.post(`/v1/conversations/${title.body.id}/messages`, { text: mark("no script, so the model fails") });
  await api.event(title.body.id, ({ type }) => type === "model.failed");
  await api.post(`/v1/conversations/${title.body.id}/stop`);
  await api.post("/v1/conversations", { agent: mark("unknown agent"), message: mark("unsent message") });
  await api.post("/v1/conversations", `{"agent": "${mark("broken body")}`);
  await api.get(`/v1/conversations?q=${mark("search")}&cursor=${mark("cursor")}`);
  await api.get(`/v1/conversations?limit=${mark("bad query")}`);
  await api.get(`/v1/${mark("unknown path")}/${mark("unknown id")}`);
  await api.get(`/v1/inquiries/${mark("unknown inquiry")}`);
  await api.get(`/sign-in?token=${mark("token")}`);
  await api.delete(`/v1/conversations/${scene.id}`);
  return marks;
}

/** The places of the marks that stand in a text, whole or cut off. */
export function marksIn(texts: readonly string[], marks: Marks): readonly string[] {
  const all = texts.map((text) => text.toLowerCase());
  return [...marks].flatMap(([place, text]) =>
    all.some((some) => some.includes(text.slice(0, 12).toLowerCase())) ? [place] : [],
  );
}
