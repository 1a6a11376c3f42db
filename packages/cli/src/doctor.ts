import { checkModelKey, checkPostgres, checkSqlite, demo, type Finding, failed, ok } from "@askback/server";
import { checkDataFolder } from "./doctor-folder.ts";
import { messageOf } from "./open-store.ts";
import { SettingError } from "./setting-error.ts";
import type { Settings } from "./settings.ts";

const oldestNode = 24;

/** Looks at everything that a server here would need; what it finds holds no key and no password. */
export async function examine(readSettings: () => Promise<Settings>): Promise<readonly Finding[]> {
  const node = checkNode(process.versions.node);
  let settings: Settings;
  try {
    settings = await readSettings();
  } catch (error) {
    if (!(error instanceof SettingError)) throw error;
    const unchecked = `${error.hint} The rest is checked once the settings can be read.`;
    return [node, failed("settings", error.message, unchecked)];
  }
  const { database, dataDir, sources } = settings;
  return [
    node,
    ok("settings", sources.config ?? "no config file: demo agents"),
    ...checkDataFolder(dataDir),
    ...(database ? await checkPostgres(database) : checkSqlite(dataDir)),
    ...checkModels(settings),
  ];
}

function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= oldestNode) return ok("Node", version);
  return failed("Node", version, `Install Node ${oldestNode} or newer.`);
}

/** Whether the models of all agents could be called, as far as that shows without calling them. */
function checkModels({ config, providers }: Settings): readonly Finding[] {
  const agents = config.agents ?? demo.agents;
  const faults = agents.flatMap(({ name, model }) =>
    typeof model === "string" ? faultOf(name, model, providers) : [],
  );
  const names = agents.map(({ name }) => name).join(", ");
  return faults.length > 0 ? faults : [ok("models", `there for ${names}`)];
}

function faultOf(agent: string, model: string, providers: Settings["providers"]): readonly Finding[] {
  try {
    checkModelKey(model, providers);
    return [];
  } catch (error) {
    const [found, ...advice] = messageOf(error).split(": ");
    const words = advice.join(": ");
    const sentence = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
    return [failed("models", `agent ${agent}, ${model}: ${found}`, sentence)];
  }
}
