import { useAskback } from "@askback/react";
import { useEffect, useRef } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { usePreferences } from "../preferences-context.ts";
import { go } from "../router.tsx";
import { playChime } from "./chime.ts";
import { desktopNotices } from "./desktop-notices.ts";
import { createQuestionNotices } from "./question-notices.ts";
import { claimName, isLookedAtAnywhere, letGoOfName, showLooking } from "./tabs.ts";

/** Calls a person who looks elsewhere when a question is asked. */
export function useQuestionNotices(): void {
  const { client, live } = useAskback();
  const { preferences } = usePreferences();
  const words = useAppWords();
  const latest = useRef({ preferences, words });
  latest.current = { preferences, words };

  useEffect(showLooking, []);
  useEffect(() => {
    const notices = createQuestionNotices({
      read: (id) => client.inquiries.get(id),
      isLookedAt: isLookedAtAnywhere,
      claim: (id) => claimName(`askback told ${id}`),
      letGo: (id) => letGoOfName(`askback told ${id}`),
      show({ id, agent, conversationId, questions }) {
        const { preferences: chosen, words: say } = latest.current;
        if (chosen.sound) playChime();
        if (!chosen.notifications) return;
        const onClick = () => go({ page: "chat", conversation: conversationId });
        const body = questions[0]?.text ?? "";
        void desktopNotices.show(id, { title: say("notice.title", { agent }), body, onClick });
      },
      close: (id) => void desktopNotices.close(id),
    });
    return live.onEvent((event) => void notices.hear(event));
  }, [client, live]);
}
