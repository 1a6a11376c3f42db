import { useAgents, useComposerText } from "@askback/react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { AgentPicker } from "./agent-picker.tsx";
import { StartForm } from "./start-form.tsx";
import { Welcome } from "./welcome.tsx";

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
