import { assistant } from "./assistant.ts";
import { planner } from "./planner.ts";
import { releaseManager, releaseTools } from "./release-manager.ts";
import { reader, researcher } from "./researcher.ts";

/** The agents without a configuration: they need no API key, and show each way of asking. */
export const demo = {
  agents: [planner, releaseManager, researcher, reader, assistant],
  tools: releaseTools,
};
