import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// biome-ignore lint/suspicious/noExplicitAny: its types are not installed with this repository
type Module = any;

/**
 * Runs one attempt of the task of the recipe, as the workers of Trigger.dev do: with its own test context, in which a wait ends when the
 * stand-in says that the token is completed. Arguments: the folder of the recipe and the version.
 */
const [, , folder = "", version = ""] = process.argv;
const require = createRequire(join(folder, "package.json"));
const load = (module: string): Promise<Module> => import(pathToFileURL(require.resolve(module)).href);

const { resourceCatalog } = await load("@trigger.dev/core/v3");
const { StandardResourceCatalog } = await load("@trigger.dev/core/v3/workers");
const { runInMockTaskContext } = await load("@trigger.dev/core/v3/test");
const { wait } = await load("@trigger.dev/sdk");

resourceCatalog.setGlobalResourceCatalog(new StandardResourceCatalog());
resourceCatalog.setCurrentFileContext("trigger.ts", "trigger");
await import(pathToFileURL(join(folder, "trigger.ts")).href);

async function waitForWaitpoint({ waitpointFriendlyId: id }: { waitpointFriendlyId: string }) {
  for (;;) {
    const { status, output } = await wait.retrieveToken(id);
    if (status === "COMPLETED") return { ok: true, output: JSON.stringify(output), outputType: "application/json" };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await runInMockTaskContext(
  async ({ ctx }: Module) => {
    const { signal } = new AbortController();
    await resourceCatalog.getTask("release").fns.run({ version }, { ctx, signal });
  },
  { ctx: { run: { id: `run_${version}` } }, runtimeManager: { disable() {}, waitForWaitpoint } },
);
