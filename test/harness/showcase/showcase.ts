import { fileURLToPath } from "node:url";
import { type Api, createApi } from "../server/api.ts";
import { type ServerProcess, startServerProcess } from "../server/server-process.ts";

const config = fileURLToPath(new URL("showcase.config.ts", import.meta.url));

/** A server with a conversation in each state that a person can meet, by name. */
export interface Showcase {
  readonly server: ServerProcess;
  readonly api: Api;
  readonly conversations: Readonly<Record<ShownConversation, ShowcaseConversation>>;
}

interface ShowcaseConversation {
  readonly id: string;
  /** The open inquiry, if there is one. */
  readonly inquiry?: { readonly id: string };
}

type ShownConversation =
  | "question"
  | "picked"
  | "approval"
  | "longApproval"
  | "choices"
  | "openQuestion"
  | "settled"
  | "working"
  | "failed"
  | "arabic";

export async function startShowcase(): Promise<Showcase> {
  const server = await startServerProcess({ config });
  const api = createApi(server);
  const start = async (agent: string, message: string, title: string): Promise<string> =>
    (await api.post("/v1/conversations", { agent, message, title })).body.id;
  const park = async (agent: string, message: string, title: string): Promise<ShowcaseConversation> =>
    api.waitForStatus(await start(agent, message, title), "parked");

  // It fails after some retries, while the others begin.
  const failed = await start("unlucky", "Compare three phones", "Three phones");
  const settled = await park("planner", "A long weekend in autumn", "Weekend in autumn");
  await answer(api, settled, [
    { question: "q1", options: ["o1"] },
    { question: "q2", options: ["o1"] },
  ]);
  await api.waitForStatus(settled.id, "idle");
  const approval = await park("release-manager", "Release what is ready", "Release 4.2");
  await answer(api, approval, [{ question: "q1", options: ["o2"] }]);
  await api.waitForEvent(approval.id, ({ type, data }) => type === "inquiry.asked" && isApproval(data));
  const conversations = {
    settled,
    failed: { id: failed },
    working: { id: await start("thinker", "Summarise the meeting of Monday", "Monday's meeting") },
    openQuestion: await park("assistant", "A note for my sister's birthday", "Birthday note"),
    choices: await park("researcher", "Should we move to the sea?", "Moving to the sea"),
    approval: (await api.get(`/v1/conversations/${approval.id}`)).body,
    longApproval: await park("deployer", "Deploy 4.2 to Europe", "Deployment of 4.2"),
    arabic: await park("mukhattit", "عطلة نهاية أسبوع في مايو", "عطلة مايو"),
    picked: await park("planner", "A week in July", "Week in July"),
    question: await park("planner", "A weekend away in May", "Weekend in May"),
  };
  await api.waitForEvent(failed, ({ type }) => type === "run.failed");
  return { server, api, conversations };
}

async function answer(api: Api, { inquiry }: ShowcaseConversation, answers: readonly unknown[]): Promise<void> {
  const { status, body } = await api.post(`/v1/inquiries/${inquiry?.id}/answer`, { answers });
  if (status >= 300) throw new Error(`not answered: ${JSON.stringify(body)}`);
}

function isApproval({ inquiry }: { readonly inquiry?: { readonly contract?: string } }): boolean {
  return inquiry?.contract === "approval";
}
