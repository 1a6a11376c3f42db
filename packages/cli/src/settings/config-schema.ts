import { fileTypes, sha256Of } from "@askback/server";
import * as z from "zod";
import { logLevels } from "../output/log.ts";
import { ownKeyNames } from "../store/key-files.ts";
import { type Config, largestFileBytes } from "./config.ts";
import { name, namePattern } from "./name-schema.ts";
import { notifications } from "./notification-schema.ts";
import { SettingError } from "./setting-error.ts";
import { signIn } from "./sign-in-schema.ts";
import { object } from "./strict-object.ts";
import { webhook, webhooks } from "./webhook-schema.ts";

const providerSettings = object({ apiKey: z.string().optional(), baseURL: z.url().optional() });
const count = z.number().int().min(1);

const tenYearsMs = 10 * 365 * 24 * 3600 * 1000;

const hashRecipe = 'made by printf %s "$KEY" | sha256sum';
/** Of no text and of "test": what a recipe without its variable makes, and what samples have. */
const guessableHashes = ["", "test"].map(sha256Of);
const madeByDefineTool = "must be made by defineTool: it needs inputSchema and run";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Whether people see one letter, digit or emoji. */
function isOneSymbol(text: string): boolean {
  const begins = /^(?:[\p{L}\p{N}]|\p{Extended_Pictographic}|\p{Regional_Indicator})/u.test(text);
  return begins && text.length <= 32 && [...graphemes.segment(text)].length === 1;
}

/** A text that people read: not blank and not too long. */
function text(max: number) {
  const error = `must be a text of 1-${max} characters`;
  return z
    .string(error)
    .max(max, error)
    .refine((value) => value.trim() !== "", error);
}

const avatar = object(
  {
    symbol: z.string("must be one letter or emoji").refine(isOneSymbol, "must be one letter or emoji").optional(),
    hue: z
      .int("must be a whole number from 0 to 359")
      .min(0, "must be a whole number from 0 to 359")
      .max(359, "must be a whole number from 0 to 359")
      .optional(),
  },
  new Map(["url", "src", "image"].map((field) => [field, "images are not loaded: give symbol, hue or both"])),
);

const retry = object({ attempts: count.optional(), forMs: count.max(tenYearsMs).optional() });

const members = z.array(text(100));
const audience = object({ people: members.optional(), groups: members.optional() });

const agent = object({
  name,
  title: text(60).optional(),
  description: text(300).optional(),
  avatar: avatar.optional(),
  examples: z.array(text(300)).max(6, "must have at most 6 examples").optional(),
  subAgent: z.boolean().optional(),
  demo: z.boolean().optional(),
  projects: z.array(name).min(1, "is empty: name a project, or leave it out for all projects").optional(),
  instructions: z.string(),
  model: z.union([z.string().min(1), z.looseObject({ specificationVersion: z.literal("v4") })], {
    error: ({ input }) =>
      `${input === undefined ? "is missing: give" : "must be"} "provider/model" or a model of the AI SDK`,
  }),
  tools: z.array(z.string()).optional(),
  stepLimit: count.optional(),
  approve: z
    .array(
      z.union(
        [
          z.string(),
          object({
            tool: z.string(),
            remember: z.union([z.literal(true), z.array(z.string())]).optional(),
            edit: z.boolean().optional(),
            quorum: z
              .union([count, z.array(object({ count, group: text(100).optional(), keys: z.literal(true).optional() }))])
              .optional(),
          }),
        ],
        {
          error:
            "must be a pattern, or { tool, remember, edit, quorum } where remember is true or paths of fields, edit true or false, and quorum a number or a list of { count, group, keys }",
        },
      ),
    )
    .optional(),
  spawn: z.array(name).optional(),
  audience: audience.optional(),
  ask: z
    .union(
      [
        z.literal(false),
        object({
          contract: z.string().optional(),
          limit: count.optional(),
          deadlineMs: count.max(tenYearsMs).optional(),
          channels: members.optional(),
          escalation: z
            .array(
              object({
                afterMs: count,
                to: audience.optional(),
                remind: z.literal(true).optional(),
                channels: members.min(1, "is empty: name a channel, or leave it out for all").optional(),
              }),
            )
            .optional(),
          onDeadline: object({ to: audience, forMs: count.max(tenYearsMs) }).optional(),
          autoResume: z.boolean().optional(),
        }),
      ],
      { error: "must be false or { contract, limit, deadlineMs, channels, escalation, onDeadline, autoResume }" },
    )
    .optional(),
  retry: retry.optional(),
  accepts: z.array(z.enum(fileTypes, { error: `must be one of ${fileTypes.join(", ")}` })).optional(),
  contextWindow: z.number().int().min(1_000).optional(),
  maxOutputTokens: count.optional(),
  modelTimeoutMs: count.optional(),
});

const presentedText = z.union([z.string(), z.custom<() => string>((value) => typeof value === "function")], {
  error: 'must be a text such as "Deploy {service}?", or a function of the input',
});

const present = z
  .record(
    z.string(),
    object({
      title: presentedText.optional(),
      fields: z.array(object({ label: z.string(), value: presentedText })).optional(),
      diff: object({ before: presentedText, after: presentedText }).optional(),
      command: presentedText.optional(),
    }),
  )
  .optional();

const key = object(
  {
    name,
    scopes: z
      .array(z.enum(["ask", "answer", "read", "metrics", "admin", "tokens", "tokens:members", "tokens:groups"]))
      .min(1),
    project: name.optional(),
    webhook: webhook.optional(),
    sha256: z
      .string({
        error: ({ input }) =>
          input === undefined ? `is missing: give the hash of the key, ${hashRecipe}` : "must be a string",
      })
      .regex(/^[0-9a-fA-F]{64}$/, `must be a SHA-256 in hex, ${hashRecipe}`)
      .refine(
        (hash) => !guessableHashes.includes(hash.toLowerCase()),
        `is that of a text which anybody can guess; it is ${hashRecipe}`,
      ),
  },
  new Map([["key", `only its hash is kept: give sha256, ${hashRecipe}`]]),
);

const schema = object({
  host: z.string().min(1).optional(),
  port: z.number().int().min(0).max(65_535).optional(),
  dataDir: z.string().min(1).optional(),
  publicUrl: z.url().optional(),
  origins: z
    .array(
      z
        .url({ protocol: /^https?$/ })
        .refine(
          (url) => URL.parse(url)?.origin === url,
          "must be an origin such as https://app.example.org, without a path",
        ),
    )
    .optional(),
  keys: z
    .array(key)
    .refine((keys) => areDistinct([...ownKeyNames, ...keys.map((key) => key.name)]), {
      message: `the names must differ from each other and from ${ownKeyNames.join(" and ")}`,
    })
    .optional(),
  signIn: signIn.optional(),
  agents: z.array(agent).min(1, "is empty: declare an agent, or leave it out for the demo agents").optional(),
  tools: z
    .array(
      z
        .looseObject({ name }, { error: ({ code }) => (code === "invalid_type" ? madeByDefineTool : undefined) })
        .refine(
          ({ run, inputSchema }) =>
            typeof run === "function" && typeof inputSchema === "object" && inputSchema !== null,
          madeByDefineTool,
        ),
    )
    .optional(),
  mcpServers: z
    .record(
      name,
      z.union(
        [
          object({
            command: z.string(),
            args: z.array(z.string()).optional(),
            env: z.record(z.string(), z.string()).optional(),
            cwd: z.string().optional(),
            present,
          }),
          object({ url: z.url(), headers: z.record(z.string(), z.string()).optional(), present }),
        ],
        { error: "must be { command, args, env, cwd, present } or { url, headers, present }" },
      ),
    )
    .optional(),
  providers: z.record(z.string(), providerSettings).optional(),
  retry: retry.optional(),
  logLevel: z.enum(logLevels, { error: `must be one of ${logLevels.join(", ")}` }).optional(),
  concurrency: count.max(10_000).optional(),
  leaseMs: count.min(1_000).max(600_000).optional(),
  webhooks: webhooks.optional(),
  notifications: notifications.optional(),
  limits: z
    .strictObject({
      bodyBytes: count.optional(),
      fileBytes: count.max(largestFileBytes).optional(),
      bufferedFileBytes: count.optional(),
      unusedFileBytes: count.optional(),
      requestsPerSecond: z.number().positive().optional(),
      burst: count.optional(),
      streamsPerCaller: count.optional(),
      anonymousRequestsPerSecond: z.number().positive().optional(),
      anonymousBurst: count.optional(),
      loopDelayMs: count.optional(),
      projectRequestsPerSecond: z.number().positive().optional(),
      projectBurst: count.optional(),
      projects: z.record(name, object({ requestsPerSecond: z.number().positive(), burst: count })).optional(),
    })
    .optional(),
}).superRefine(({ agents = [], keys = [] }, context) => {
  const known = new Set(["default", ...keys.flatMap(({ project }) => project ?? [])]);
  for (const [index, { projects = [] }] of agents.entries()) {
    const unknown = projects.find((project) => !known.has(project));
    const message = `has "${unknown}", to which no key belongs; there are: ${[...known].join(", ")}`;
    if (unknown !== undefined) context.addIssue({ code: "custom", path: ["agents", index, "projects"], message });
  }
});

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const shownIssues = 3;

/** Checks the default export of a config file; the error names the file and the fields. */
export function parseConfig(value: unknown, file: string): Config {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SettingError(
      `the default export in ${file}: ${value === undefined ? "is missing" : "must be an object"}`,
      "The file must have `export default defineConfig({ ... })`.",
    );
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as Config;
  const { issues } = parsed.error;
  const lines = issues.slice(0, shownIssues).map((issue, index) => {
    const field = fieldName(issue.path, value);
    return `${field}${index === 0 ? ` in ${file}` : ""}: ${issueText(issue)}`;
  });
  const rest = issues.length > shownIssues ? [`and ${issues.length - shownIssues} more`] : [];
  throw new SettingError(
    [...lines, ...rest].join("\n  "),
    "Correct the file; the page Config of the docs has all options.",
  );
}

/** The path of a field, with the names of agents, keys and tools instead of their indexes. */
function fieldName(path: readonly PropertyKey[], config: unknown): string {
  const parts = path.map((part, index) => {
    const named = typeof part === "number" ? valueAt(config, [...path.slice(0, index + 1), "name"]) : undefined;
    return typeof named === "string" && namePattern.test(named) ? named : String(part);
  });
  return parts.join(".") || "the default export";
}

function issueText(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return isMissing ? `is missing: must be a ${issue.expected}` : issue.message;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((inner, part) => (inner as Record<PropertyKey, unknown> | undefined | null)?.[part], value);
}
