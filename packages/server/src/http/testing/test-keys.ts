import { sha256Of } from "../../sha256.ts";

/** The secrets of the keys of a test app, by caller. */
export const secrets = {
  owner: "ans_1",
  colleague: "ans_2",
  agent: "ask_1",
  rival: "ask_2",
  stranger: "ans_3",
  namesake: "ans_4",
  monitor: "mon_1",
  intruder: "ask_3",
  twin: "ask_4",
  backend: "bot_1",
} as const;
const nameOf = new Map([
  ["namesake", "owner"],
  ["twin", "agent"],
]);
const scopesByPrefix = { ans: ["answer"], ask: ["ask"], mon: ["metrics"], bot: ["ask", "answer"] } as const;
/** The namesake has the owner's name in another project, and the twin the agent's; the stranger and the intruder are there too. */
export const keySettings = Object.entries(secrets).map(([name, secret]) => ({
  name: nameOf.get(name) ?? name,
  scopes: scopesByPrefix[secret.slice(0, 3) as keyof typeof scopesByPrefix],
  sha256: sha256Of(secret),
  project: ["stranger", "namesake", "intruder", "twin"].includes(name) ? "garden" : "default",
  // Nothing is sent: the notices stay where they are stored.
  ...(name === "agent" && { webhook: { url: "https://hooks.example.com/agent" } }),
}));
