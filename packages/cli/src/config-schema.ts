import * as z from "zod";
import type { Config } from "./config.ts";
import { ownKeyNames } from "./key-files.ts";
import { SettingError } from "./setting-error.ts";

const namePattern = /^[A-Za-z0-9_-]{1,64}$/;
const name = z.string().regex(namePattern, 'must be 1-64 letters, digits, "_" or "-"');

/** An object with these fields; others are refused with what there is, or with a remark of their own. */
function object<Shape extends z.core.$ZodLooseShape>(shape: Shape, remarks: ReadonlyMap<string, string> = new Map()) {
  const fields = `it can have ${Object.keys(shape).join(", ")}`;
  return z.strictObject(shape, {
    error(issue) {
      if (issue.code !== "unrecognized_keys") return undefined;
      const [first = ""] = issue.keys;
      return `has ${issue.keys.map((field) => `\`${field}\``).join(", ")}; ${remarks.get(first) ?? fields}`;
    },
  });
}

const providerSettings = object({ apiKey: z.string().optional(), baseURL: z.url().optional() });
const count = z.number().int().min(1);

/** Ten years. */
const longestDeadlineMs = 10 * 365 * 24 * 3600 * 1000;

const howToHash = 'made by printf %s "$KEY" | sha256sum';
const madeByDefineTool = "must be made by defineTool: it needs inputSchema and run";

const agent = object({
  name,
  instructions: z.string(),
  model: z.union([z.string().min(1), z.looseObject({ specificationVersion: z.literal("v4") })], {
    error: ({ input }) =>
      `${input === undefined ? "is missing: give" : "must be"} "provider/model" or a model of the AI SDK`,
  }),
  tools: z.array(z.string()).optional(),
  stepLimit: count.optional(),
  approve: z.array(z.string()).optional(),
  spawn: z.array(name).optional(),
  ask: z
    .union(
      [
        z.literal(false),
        object({
          contract: z.string().optional(),
          limit: count.optional(),
          deadlineMs: count.max(longestDeadlineMs).optional(),
          autoResume: z.boolean().optional(),
        }),
      ],
      { error: "must be false or { contract, limit, deadlineMs, autoResume }" },
    )
    .optional(),
  contextWindow: z.number().int().min(1_000).optional(),
  maxOutputTokens: count.optional(),
  modelTimeoutMs: count.optional(),
});

const key = object(
  {
    name,
    scopes: z.array(z.enum(["ask", "answer"])).min(1),
    project: name.optional(),
    sha256: z
      .string({
        error: ({ input }) =>
          input === undefined ? `is missing: give the hash of the key, ${howToHash}` : "must be a string",
      })
      .regex(/^[0-9a-fA-F]{64}$/, `must be a SHA-256 in hex, ${howToHash}`),
  },
  new Map([["key", `only its hash is kept: give sha256, ${howToHash}`]]),
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
  agents: z.array(agent).min(1, "is empty: declare an agent, or leave it out for the demo agent").optional(),
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
          }),
          object({ url: z.url(), headers: z.record(z.string(), z.string()).optional() }),
        ],
        { error: "must be { command, args, env, cwd } or { url, headers }" },
      ),
    )
    .optional(),
  providers: z.record(z.string(), providerSettings).optional(),
  concurrency: count.max(10_000).optional(),
  leaseMs: count.min(1_000).max(600_000).optional(),
  limits: z
    .strictObject({
      bodyBytes: count.optional(),
      requestsPerSecond: z.number().positive().optional(),
      burst: count.optional(),
    })
    .optional(),
});

function areDistinct(names: readonly string[]): boolean {
  return new Set(names).size === names.length;
}

const mostFaults = 3;

/** The default export of a config file, checked; throws an error that names the file and the fields. */
export function checkedConfig(value: unknown, file: string): Config {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new SettingError(
      `the default export in ${file}: ${value === undefined ? "is missing" : "must be an object"}`,
      "The file must have `export default defineConfig({ ... })`.",
    );
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as Config;
  const { issues } = parsed.error;
  const faults = issues.slice(0, mostFaults).map((issue, index) => {
    const field = fieldOf(issue.path, value);
    return `${field}${index === 0 ? ` in ${file}` : ""}: ${wordsOf(issue)}`;
  });
  const rest = issues.length > mostFaults ? [`and ${issues.length - mostFaults} more`] : [];
  throw new SettingError([...faults, ...rest].join("\n  "), "Correct the file; the README has a table of all options.");
}

/** The place of a fault, by the names of agents, keys and tools where they have one. */
function fieldOf(path: readonly PropertyKey[], config: unknown): string {
  const parts = path.map((part, index) => {
    const named = typeof part === "number" ? valueAt(config, [...path.slice(0, index + 1), "name"]) : undefined;
    return typeof named === "string" && namePattern.test(named) ? named : String(part);
  });
  return parts.join(".") || "the default export";
}

function wordsOf(issue: z.core.$ZodIssue): string {
  const isMissing = issue.code === "invalid_type" && issue.message.endsWith("received undefined");
  return isMissing ? `is missing: must be a ${issue.expected}` : issue.message;
}

function valueAt(value: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce((inner, part) => (inner as Record<PropertyKey, unknown> | undefined | null)?.[part], value);
}
