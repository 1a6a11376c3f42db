import type { Agent } from "@askback/core/wire";
import { useAppWords } from "../i18n/use-app-words.ts";

interface AgentPickerProps {
  readonly agents: readonly Agent[];
  readonly picked: string | undefined;
  readonly onPick: (name: string) => void;
}

/** Which agent to talk to, and in a few words what it can do. */
export function AgentPicker({ agents, picked, onPick }: AgentPickerProps) {
  const words = useAppWords();
  return (
    <fieldset className="app-agents">
      <legend>{words("start.agent")}</legend>
      {agents.map((agent) => (
        <label key={agent.name} className="app-agent">
          <input
            type="radio"
            name="agent"
            value={agent.name}
            checked={agent.name === picked}
            onChange={() => onPick(agent.name)}
          />
          <span className="app-agent-name">
            <bdi>{agent.name}</bdi>
          </span>
          <span className="app-agent-facts">
            {agent.canAsk && <span>{words("start.asks")}</span>}
            {agent.tools.length > 0 && <span>{words("start.tools", { count: agent.tools.length })}</span>}
            {agent.spawn.length > 0 && <span>{words("start.spawns")}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}
