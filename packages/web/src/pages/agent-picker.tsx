import type { Agent } from "@askback/core/wire";
import { useLanguage } from "@askback/react";
import { useAppWords } from "../i18n/use-app-words.ts";

/** More tools than these are counted, not named. */
const namedTools = 4;

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
          <AgentFacts agent={agent} />
        </label>
      ))}
    </fieldset>
  );
}

function AgentFacts({ agent: { canAsk, tools, approve, spawn } }: { readonly agent: Agent }) {
  const words = useAppWords();
  const names = new Intl.ListFormat(useLanguage(), { type: "conjunction" });
  const listed = (some: readonly string[]) => names.format(some.map((name) => `\u2068${name}\u2069`));
  return (
    <span className="app-agent-facts">
      {canAsk && <span>{words("start.asks")}</span>}
      {tools.length > 0 && (
        <span>
          {tools.length > namedTools
            ? words("start.tools", { count: tools.length })
            : words("start.uses", { tools: listed(tools) })}
        </span>
      )}
      {approve.length > 0 && <span>{words("start.approves", { tools: listed(approve) })}</span>}
      {spawn.length > 0 && <span>{words("start.spawns")}</span>}
    </span>
  );
}
