import { assistant } from "./assistant.ts";
import { planner } from "./planner.ts";
import { releaseManager, releaseTools } from "./release-manager.ts";
import { reader, researcher } from "./researcher.ts";

/** What is served where nothing is configured: agents that need no key, one for each way of asking. */
export const demo = {
  agents: [planner, releaseManager, researcher, reader, assistant],
  tools: releaseTools,
};
