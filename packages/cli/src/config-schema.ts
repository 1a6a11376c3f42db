import * as z from "zod";
import type { Config } from "./config.ts";
import { ownKeyNames } from "./key-files.ts";
import { SettingError } from "./setting-error.ts";

const name = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'must be 1-64 letters, digits, "_" or "-"');
const providerSettings = z.strictObject({ apiKey: z.string().optional(), baseURL: z.url().optional() });
const count = z.number().int().min(1);

/** Ten years. */
const longestDeadlineMs = 10 * 365 * 24 * 3600 * 1000;

const agent = z.strictObject({
  name,
  instructions: z.string(),
  model: z.union([z.string().min(1), z.looseObject({ specificationVersion: z.literal("v4") })]),
  tools: z.array(z.string()).optional(),
  stepLimit: count.optional(),
  approve: z.array(z.string()).optional(),
  spawn: z.array(name).optional(),
  ask: z
    .union([
      z.literal(false),
      z.strictObject({
        contract: z.string().optional(),
        limit: count.optional(),
        deadlineMs: count.max(longestDeadlineMs).optional(),
        autoResume: z.boolean().optional(),
      }),
    ])
    .optional(),
  contextWindow: z.number().int().min(1_000).optional(),
  maxOutputTokens: count.optional(),
  modelTimeoutMs: count.optional(),
});

const schema = z.strictObject({
  host: z.string().min(1).optional(),
  port: z.number().int().min(0).max(65_535).optional(),
  dataDir: z.string().min(1).optional(),
  publicUrl: z.url().optional(),
  keys: z
    .array(
      z.strictObject({
        name,
        scopes: z.array(z.enum(["ask", "answer"])).min(1),
        project: name.optional(),
        sha256: z.string().regex(/^[0-9a-fA-F]{64}$/, "must be a SHA-256 in hex"),
      }),
    )
    .refine((keys) => areDistinct([...ownKeyNames, ...keys.map((key) => key.name)]), {
      message: `the names must differ from each other and from ${ownKeyNames.join(" and ")}`,
    })
    .optional(),
  agents: z.array(agent).min(1, "is empty: declare an agent, or leave it out for the demo agent").optional(),
  tools: z
    .array(z.looseObject({ name, run: z.custom((value) => typeof value === "function", "must be made by defineTool") }))
    .optional(),
  mcpServers: z
    .record(
      name,
      z.union([
        z.strictObject({
          command: z.string(),
          args: z.array(z.string()).optional(),
          env: z.record(z.string(), z.string()).optional(),
          cwd: z.string().optional(),
        }),
        z.strictObject({ url: z.url(), headers: z.record(z.string(), z.string()).optional() }),
      ]),
    )
    .optional(),
  providers: z.record(z.string(), providerSettings).optional(),
  concurrency: count.max(10_000).optional(),
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

/** The default export of a config file, checked; throws an error that names the file and the field. */
export function checkedConfig(value: unknown, file: string): Config {
  const parsed = schema.safeParse(value);
  if (parsed.success) return value as Config;
  const [issue] = parsed.error.issues;
  const field = issue?.path.map(String).join(".") || "the default export";
  throw new SettingError(
    `${field} in ${file}: ${issue?.message ?? "is not valid"}`,
    "The file must have `export default defineConfig({ ... })`.",
  );
}
