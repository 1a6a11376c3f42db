/** A package as it is published: what is built from which modules. */
export interface Published {
  /** Its folder in `packages`. */
  readonly folder: string;
  /** Its modules in `src` by their names in `dist`; types are built for those that `exports` names. */
  readonly entries: Readonly<Record<string, string>>;
  /** The entries that only a program runs, so that nobody needs their types. */
  readonly programs?: readonly string[];
  /** The packages whose code is built in; all others are dependencies. */
  readonly builtIn?: "all" | readonly string[];
  /** The packages whose types are built in; those whose code is unless given. */
  readonly builtInTypes?: readonly string[];
  /** Whether it is built for `require` as well. */
  readonly commonJs?: true;
  /** Whether the page of the MCP card is built in. */
  readonly hasCardPage?: true;
  /** The first line of every file. */
  readonly banner?: string;
}

/** The thread that searches a SQLite file, which is started as a module of its own. */
const readWorker = "read-worker";

/** The thread that checks inputs against schemas, which is started in the same way. */
const schemaWorker = "schema-worker";
const schemaWorkerModule = "http/edits/schema-worker.ts";

/** The types of models refer to a package without types of its own, so they are built in. */
const modelTypes = ["@ai-sdk/provider", "json-schema"];

export const published: readonly Published[] = [
  { folder: "core", entries: { index: "index.ts", "wire/index": "wire/index.ts" } },
  {
    folder: "client",
    entries: { index: "index.ts" },
    // It uses little of core, which has no form for `require`.
    builtIn: ["@askback/core"],
    commonJs: true,
  },
  { folder: "mcp", entries: { main: "main.ts", index: "index.ts" }, programs: ["main"], hasCardPage: true },
  {
    folder: "adapters",
    entries: Object.fromEntries(
      ["index", "ai-sdk", "claude-agent-sdk", "openai-agents", "langgraph", "ag-ui", "mastra"].map((name) => [
        name,
        `${name}.ts`,
      ]),
    ),
  },
  { folder: "testing", entries: { index: "index.ts" } },
  // React Server Components render these components in the browser only.
  { folder: "react", entries: { index: "index.ts" }, banner: '"use client";' },
  {
    folder: "server",
    entries: {
      index: "index.ts",
      [readWorker]: "store/sqlite/read/read-worker.ts",
      [schemaWorker]: schemaWorkerModule,
    },
    programs: [readWorker, schemaWorker],
    builtInTypes: modelTypes,
  },
  // Without dependencies it is installed in a moment, and takes a tenth of their space.
  {
    folder: "cli",
    entries: {
      main: "main.ts",
      index: "index.ts",
      [readWorker]: "../../server/src/store/sqlite/read/read-worker.ts",
      [schemaWorker]: `../../server/src/${schemaWorkerModule}`,
    },
    programs: ["main", readWorker, schemaWorker],
    builtIn: "all",
    hasCardPage: true,
    builtInTypes: ["@askback/server", "@askback/core", ...modelTypes],
  },
];
