import { createApi } from "../server/api.ts";
import { callerKey } from "../server/caller.ts";
import { createPeopleKeys } from "../server/colleague.ts";
import type { ServerProcess } from "../server/server-process.ts";
import type { ReceivedMail } from "./smtp-receiver.ts";

export const people = 30;
export const questions = 4;
const keys = createPeopleKeys(people);

/** Everybody says where their mail goes. */
export async function subscribeAll(server: Pick<ServerProcess, "url" | "keys">): Promise<void> {
  await Promise.all(
    keys.map((key, index) => createApi(server, key).put("/v1/contact", { email: `p${index}@example.org` })),
  );
}

/** Asks so many questions, which are others in each round. */
export async function askAll(server: Pick<ServerProcess, "url" | "keys">, round = 1): Promise<void> {
  const asking = createApi(server, callerKey);
  for (let index = 0; index < questions; index += 1)
    await asking.post("/v1/inquiries", { question: `Question ${round}.${index}?` });
}

/** Who was told what, and under how many ids. */
export function told(received: readonly ReceivedMail[]) {
  const pairs = received.map(({ recipients, text = "" }) => `${recipients[0]} ${/Question \d\.\d/.exec(text)?.[0]}`);
  return { pairs: new Set(pairs).size, ids: new Set(received.map(({ messageId }) => messageId)).size };
}
