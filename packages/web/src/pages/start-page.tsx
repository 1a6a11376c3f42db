import { freshKey } from "@askback/client";
import type { Agent } from "@askback/core/wire";
import { oncePerLive, useAskback, useComposerText } from "@askback/react";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { go } from "../router.tsx";
import { AgentPicker } from "./agent-picker.tsx";
import { createStarter } from "./starter.ts";

/** It outlives the page, so that who comes back and presses again starts nothing twice. */
const starterOf = oncePerLive(({ client }) => createStarter({ start: client.conversations.start, newKey: freshKey }));

/** Where a conversation begins: an agent and the first message. */
export function StartPage() {
  const words = useAppWords();
  const starter = starterOf(useAskback());
  const agents = useAgents();
  const { text: picked, write: setPicked } = useComposerText("start:agent");
  const { text, write, forget } = useComposerText("start");
  const [state, setState] = useState<"ready" | "starting" | { readonly problem: string }>("ready");
  const page = useRef<HTMLElement>(null);
  const agent = (agents?.find(({ name }) => name === picked) ?? agents?.[0])?.name;

  const start = async (event: FormEvent) => {
    event.preventDefault();
    const message = text.trim();
    if (agent === undefined || message === "" || state === "starting") return;
    setState("starting");
    const started = await starter({ agent, message });
    if (!started.ok) return setState({ problem: started.error.title });
    // What was written meanwhile is the beginning of something else.
    forget(text);
    // Who has left the page is not taken away from where they are.
    if (page.current) go({ page: "chat", conversation: started.value.id });
  };

  return (
    <section ref={page} className="app-start">
      <h1>{words("start.title")}</h1>
      <p className="app-lead">{words("start.hint")}</p>
      {agents?.length === 0 && <p className="app-note">{words("start.no-agents")}</p>}
      <form onSubmit={start}>
        {agents && agents.length > 0 && <AgentPicker agents={agents} picked={agent} onPick={setPicked} />}
        <div className="app-start-message">
          <div className="ask-composer-box">
            <textarea
              className="ask-composer-field"
              rows={2}
              dir="auto"
              aria-label={words("start.message")}
              placeholder={words("start.placeholder")}
              enterKeyHint="send"
              value={text}
              onChange={(event) => write(event.target.value)}
              onKeyDown={(event) => {
                const { isComposing, keyCode } = event.nativeEvent;
                if (event.key !== "Enter" || event.shiftKey || event.repeat || isComposing || keyCode === 229) return;
                event.preventDefault();
                event.currentTarget.form?.requestSubmit();
              }}
            />
            <button type="submit" className="ask-button ask-primary">
              {words(state === "starting" ? "start.starting" : "start.send")}
            </button>
          </div>
        </div>
      </form>
      {typeof state === "object" && (
        <p className="ask-alert" role="alert">
          {words("start.failed", { problem: state.problem })}
        </p>
      )}
    </section>
  );
}

function useAgents(): readonly Agent[] | undefined {
  const { client } = useAskback();
  const [agents, setAgents] = useState<readonly Agent[]>();
  useEffect(() => {
    const leaving = new AbortController();
    void client.agents({ signal: leaving.signal }).then((page) => {
      if (page.ok) setAgents(page.value.items);
    });
    return () => leaving.abort();
  }, [client]);
  return agents;
}
