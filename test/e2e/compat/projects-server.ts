import type { Api } from "../../harness/server/api.ts";
import {
  type ProviderTestServer,
  startProviderTestServer,
  type testedProtocols,
} from "../../harness/server/provider-test-server.ts";

export const project = "/api/projects/default";

/** What `ask_user` is called with. */
export const mercury = {
  question: "Which Mercury?",
  options: [
    { label: "Mercury (planet)", value: "planet", description: "The first from the sun" },
    { label: "Mercury (element)", value: "element" },
    { label: "Freddie" },
  ],
};

export const ask = (input: unknown, id = "call_ask") => ({ id, name: "ask_user", input });

/** A server whose agents ask by `ask_user`, with the key of a second person. */
export function startProjectsServer(protocol: (typeof testedProtocols)[number]): Promise<ProviderTestServer> {
  return startProviderTestServer(protocol, {
    agents: [
      { name: "asker", tools: ["note", "ask_user"] },
      { name: "expiring", tools: ["ask_user"], ask: { deadlineMs: 50 } },
    ],
    keys: [{ name: "colleague", scopes: ["answer"], key: "of_a_colleague" }],
  });
}

export function respondTo(api: Api, question: string, response: string) {
  return api.post(`${project}/agent-questions/${question}/respond`, { response });
}
