import type { Agent } from "@askback/core/wire";
import { AgentAvatar } from "@askback/react";
import { useId } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";

interface AgentPickerProps {
  readonly agents: readonly Agent[];
  readonly picked: Agent;
  readonly onPick: (name: string) => void;
}

/** Picks the agent of a new conversation. */
export function AgentPicker({ agents, picked, onPick }: AgentPickerProps) {
  const t = useAppTranslation();
  return (
    <fieldset className="app-agents">
      <legend className="app-caption">{t("start.agent")}</legend>
      <div className="app-agent-cards">
        {agents.map((agent) => (
          <AgentCard key={agent.name} agent={agent} isPicked={agent === picked} onPick={onPick} />
        ))}
      </div>
      <Link to={{ page: "agent", agent: picked.name }} className="app-text-link">
        {t("start.about", { agent: `\u2068${picked.title}\u2069` })}
      </Link>
    </fieldset>
  );
}

interface AgentCardProps {
  readonly agent: Agent;
  readonly isPicked: boolean;
  readonly onPick: (name: string) => void;
}

function AgentCard({ agent: { name, title, description, avatar }, isPicked, onPick }: AgentCardProps) {
  const id = useId();
  return (
    <label className="app-agent">
      <input
        type="radio"
        name="agent"
        value={name}
        checked={isPicked}
        aria-labelledby={id}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={() => onPick(name)}
      />
      <AgentAvatar avatar={avatar} />
      <span className="app-agent-title" id={id} dir="auto">
        {title}
      </span>
      {description !== undefined && (
        <span className="app-agent-description" id={`${id}-description`} dir="auto">
          {description}
        </span>
      )}
    </label>
  );
}
