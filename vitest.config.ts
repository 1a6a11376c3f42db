import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vitest/config";

declare module "vitest" {
  interface ProvidedContext {
    /** How many histories are simulated on SQLite. */
    histories: number;
    /** How many malformed requests and inputs of the ask tool are tried. */
    malformedRequests: number;
    malformedAsks: number;
    /** How often a server or a program that asks is killed. */
    kills: number;
    /** On how many protocols of model providers the flows run. */
    protocols: number;
  }
}

const root = fileURLToPath(new URL(".", import.meta.url));
const conditions = ["@askback/source", "node"];
const browser = ["./test/harness/browser/browser-setup.ts"];
const packed = ["./test/harness/packages/pack-setup.ts"];
const newestPostgres = ["./test/harness/postgres/postgres-setup.ts"];
const everyPostgres = ["postgres", "oldest-postgres", "pgbouncer"].map(
  (name) => `./test/harness/postgres/${name}-setup.ts`,
);
/** Copies stores from each kind into each, which takes long. */
const archive = "packages/server/src/store/archive/archive.test.ts";
/** Each of its tests starts a run of its own. */
const failingRuns = "test/failing-run.test.ts";
const onPostgres = { ASKBACK_TEST_STORE: "postgres" };
const crashesOnBoth = ["test/crash/{answer-flow,external/*}.test.ts"];
/** The contracts of the store run on PostgreSQL in any case, so a few flows are enough to find what they miss. */
const quickOnPostgres = ["test/e2e/{flow,race,restart,events}.test.ts", "test/e2e/access/*.test.ts", ...crashesOnBoth];

/**
 * Without a mode a run holds everything: `npm run test:full`. In the mode "quick", which is `npm test`, the projects of
 * `smokeProject` run only the tests that are tagged "smoke", PostgreSQL is the newest one without a pooler, and fewer histories are simulated.
 */
export default defineConfig(({ mode }) => {
  const isQuick = mode === "quick";
  const postgres = isQuick ? newestPostgres : everyPostgres;
  const smokeProject: typeof project = (name, include, options) =>
    isQuick
      ? project(name, globSync([...include], { cwd: root }).filter(hasSmokeTest), { ...options, tagsFilter: ["smoke"] })
      : project(name, include, options);
  return {
    resolve: { conditions },
    ssr: { resolve: { conditions } },
    test: {
      isolate: false,
      setupFiles: ["./test/harness/end-servers-setup.ts"],
      // Most tests wait for processes of their own, so one worker more than two cores keeps both busy.
      maxWorkers: 3,
      // A slow machine is no failure: these limits only end a test that waits in vain, and a poll names what it waited for.
      testTimeout: 600_000,
      hookTimeout: 600_000,
      teardownTimeout: 120_000,
      expect: { poll: { timeout: 120_000 } },
      reporters: ["default", "./test/count-reporter.ts"],
      tags: [{ name: "smoke", description: "Runs in `npm test` as well, in projects whose other tests do not." }],
      provide: isQuick
        ? { histories: 300, malformedRequests: 4_000, malformedAsks: 6_000, kills: 4, protocols: 1 }
        : { histories: 3_000, malformedRequests: 39_000, malformedAsks: 60_000, kills: 20, protocols: 2 },
      projects: [
        project(
          "unit",
          [
            "packages/{core,client,mcp,adapters,testing,react,web,cli}/src/**/*.test.{ts,tsx}",
            "test/{*,providers/*,requirements/*,soak/checks}.test.ts",
          ],
          { exclude: [failingRuns] },
        ),
        // The contracts of a store are tested on both.
        project("server", ["packages/server/src/**/*.test.ts"], { globalSetup: postgres, exclude: [archive] }),
        smokeProject("e2e", ["test/e2e/**/*.test.ts", "test/operate/{doctor,examples,page}.test.ts"], {
          globalSetup: newestPostgres,
        }),
        smokeProject("interfaces", ["test/interfaces/**/*.test.ts", failingRuns]),
        smokeProject("docs", ["test/docs/*.test.ts"]),
        smokeProject("operate", [archive, "test/operate/{audit,migrate,move,prune,restore}.test.ts"], {
          globalSetup: newestPostgres,
        }),
        smokeProject("e2e-postgres", isQuick ? quickOnPostgres : ["test/e2e/**/*.test.ts", ...crashesOnBoth], {
          globalSetup: newestPostgres,
          env: onPostgres,
        }),
        smokeProject("postgres", ["test/{postgres/*,soak/takeover}.test.ts"], { globalSetup: postgres }),
        smokeProject("crash", ["test/{crash/**/*,soak/soak}.test.ts"]),
        smokeProject("simulation", ["test/simulation/*.test.ts"], { globalSetup: newestPostgres }),
        smokeProject("browser", ["test/browser/**/*.test.ts"], { globalSetup: browser }),
        ...(isQuick
          ? []
          : [
              project("browser-postgres", ["test/browser/both-stores/*.test.ts"], {
                globalSetup: [...browser, ...newestPostgres],
                env: onPostgres,
              }),
              project("packages", ["test/packages/*.test.ts"], { globalSetup: [...browser, ...packed] }),
            ]),
      ],
    },
  };
});

interface ProjectOptions {
  readonly globalSetup?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly exclude?: readonly string[];
  /** Only tests with one of these tags run. Vitest documents it for the command line, and reads it from a project as well. */
  readonly tagsFilter?: readonly string[];
}

function project(
  name: string,
  include: readonly string[],
  { globalSetup = [], exclude = [], ...options }: ProjectOptions = {},
) {
  const lists = { include: [...include], exclude: [...exclude], globalSetup: [...globalSetup] };
  return { extends: true as const, test: { name, ...lists, ...options } };
}

/** A file without one is not loaded at all, since most start a server when they are. */
function hasSmokeTest(file: string): boolean {
  return readFileSync(join(root, file), "utf8").includes('tags: "smoke"');
}
