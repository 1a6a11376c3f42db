import { createHash } from "node:crypto";
import { defineConfig } from "askback";
import { callerKey } from "./caller.ts";
import { colleagueKey, createPeopleKeys } from "./colleague.ts";
import { createPromptScriptedModel } from "./prompt-scripted-model.ts";
import { serverTools } from "./server-tools.ts";

/** The config of servers under test. Their model writes each prompt to the file ASKBACK_TEST_PROMPTS. */
const model = createPromptScriptedModel(process.env.ASKBACK_TEST_PROMPTS);

/** A model whose provider does not accept the key. */
const refusingModel: typeof model = {
  ...model,
  doStream: () => Promise.reject(Object.assign(new Error("invalid key: sk-secret-1234"), { statusCode: 401 })),
};

/** The webhook of the key "caller". */
const callerWebhook = process.env.ASKBACK_TEST_WEBHOOK ? { url: process.env.ASKBACK_TEST_WEBHOOK } : undefined;
/** The webhook of the receiver "ops" of the project. */
const projectWebhook: { url: string; secret: string } | undefined =
  process.env.ASKBACK_TEST_PROJECT_WEBHOOK && JSON.parse(process.env.ASKBACK_TEST_PROJECT_WEBHOOK);
/** The mail server that people are told by. */
const mail = process.env.ASKBACK_TEST_MAIL
  ? { url: process.env.ASKBACK_TEST_MAIL, from: "Askback <askback@example.com>" }
  : undefined;
/** The provider by which people sign in. */
const oidcIssuer = process.env.ASKBACK_TEST_OIDC;
/** Keys of more people, so many as the test wants. */
const peopleKeys = createPeopleKeys(Number(process.env.ASKBACK_TEST_PEOPLE ?? 0));
/** Whether browsers are told by push. */
const isPushing = process.env.ASKBACK_TEST_PUSH !== undefined;
/** The app of a workspace, as JSON. */
const slack = process.env.ASKBACK_TEST_SLACK ? JSON.parse(process.env.ASKBACK_TEST_SLACK) : undefined;
const sha256Of = (key: string) => createHash("sha256").update(key).digest("hex");

const common = { instructions: "Follow the script.", model, tools: ["note", "sleep"] };

export default defineConfig({
  // Rate limits are tested elsewhere and would slow these tests down.
  limits: {
    requestsPerSecond: 1_000_000,
    burst: 1_000_000,
    anonymousRequestsPerSecond: 1_000_000,
    anonymousBurst: 1_000_000,
    streamsPerCaller: 10_000,
    loopDelayMs: 60_000,
  },
  leaseMs: 5_000,
  origins: process.env.ASKBACK_TEST_ORIGINS?.split(",") ?? [],
  keys: [
    ...peopleKeys.map((key) => ({
      name: key.slice("ans_of_".length),
      scopes: ["answer" as const],
      sha256: sha256Of(key),
    })),
    { name: "colleague", scopes: ["answer"], sha256: sha256Of(colleagueKey) },
    { name: "caller", scopes: ["ask"], sha256: sha256Of(callerKey), ...(callerWebhook && { webhook: callerWebhook }) },
  ],
  ...(oidcIssuer !== undefined && {
    signIn: {
      oidc: [{ name: "idp", title: "Example", issuer: oidcIssuer, clientId: "askback", clientSecret: "client-secret" }],
    },
  }),
  webhooks: {
    allowPrivate: ["127.0.0.1"],
    ...(projectWebhook && {
      receivers: [
        { name: "ops", ...projectWebhook },
        { name: "foreign", project: "elsewhere", ...projectWebhook },
      ],
    }),
  },
  notifications: {
    ...(mail && { mail }),
    ...(isPushing && { push: { contact: "mailto:ops@example.com" } }),
    ...(slack && { slack }),
  },
  tools: serverTools,
  agents: [
    { ...common, name: "scripted", subAgent: false },
    { ...common, name: "expiring", ask: { deadlineMs: 300 } },
    { ...common, name: "brief", ask: { deadlineMs: 10_000 } },
    { ...common, name: "timed", ask: { deadlineMs: 600_000 } },
    {
      ...common,
      name: "careful",
      description: "Notes something down, if you allow it.",
      examples: ["Note the time", "Note the weather"],
      approve: ["note"],
    },
    { ...common, name: "trusting", tools: ["publish"], approve: [{ tool: "publish", remember: ["page"] }] },
    { ...common, name: "corrected", approve: [{ tool: "note", edit: true }] },
    { ...common, name: "asker", ask: { contract: "question" } },
    { ...common, name: "sessioner", ask: { contract: "AskUserQuestion" } },
    { ...common, name: "lead", spawn: ["scripted"] },
    { ...common, name: "locked", tools: ["unlock"], ask: { contract: "ask_user" } },
    { ...common, name: "private", audience: { people: ["colleague"] } },
    { ...common, name: "guarded", approve: [{ tool: "note", quorum: [{ count: 2, keys: true }] }] },
    { ...common, name: "short", stepLimit: 2 },
    { ...common, name: "viewer", accepts: ["image/png"] },
    { ...common, name: "refused", model: refusingModel },
    { ...common, name: "unset", model: "anthropic/without-a-key" },
  ],
});
