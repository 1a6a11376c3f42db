import { useAgents, useComposerText } from "@askback/react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { AgentPicker } from "./agent-picker.tsx";
import { StartForm } from "./start-form.tsx";
import "./start.css";

/** Starts a conversation: an agent and the first message. */
export function StartPage() {
  const t = useAppTranslation();
  const agents = useAgents().data?.filter(({ isSubAgent }) => !isSubAgent);
  const { text: picked, write: setPicked } = useComposerText("start:agent");
  const agent = agents?.find(({ name }) => name === picked) ?? agents?.[0];
  return (
    <section className="app-start">
      <h1>{t("start.title")}</h1>
      <StartForm agent={agent} takesFocus />
      {agents?.length === 0 && <p className="app-note">{t("start.no-agents")}</p>}
      {agents && agent && <AgentPicker agents={agents} picked={agent} onPick={setPicked} />}
      {agent && agents?.every(({ isDemo }) => isDemo) && <Welcome />}
    </section>
  );
}

const file = "askback.config.ts";
const config = `export default {
  agents: [
    {
      name: "guide",
      description: "Plans a trip with you.",
      instructions: "You plan trips. Ask before you decide.",
      model: "anthropic/claude-sonnet-4-5",
    },
  ],
};`;

/** Says that the agents are demos, and how to add one's own. */
function Welcome() {
  const t = useAppTranslation();
  return (
    <aside className="app-welcome">
      <p>{t("welcome.text")}</p>
      <details>
        <summary>{t("welcome.own")}</summary>
        <p>{t("welcome.how", { file: `\u2068${file}\u2069` })}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {config}
        </pre>
        {/* The server has it, and not the app. */}
        <a className="app-text-link" href="/docs">
          {t("welcome.docs")}
        </a>
      </details>
    </aside>
  );
}
