import { plainWords, useAskback } from "@askback/react";
import { useEffect, useRef, useState } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { usePreferences } from "../preferences-context.ts";
import { go } from "../router.tsx";
import { browserLook } from "./browser-look.ts";
import { playChime } from "./chime.ts";
import { desktopNotices } from "./desktop-notices.ts";
import { createQuestionNotices } from "./question-notices.ts";
import { createTabs } from "./tabs.ts";

/** Calls a person who looks elsewhere when a question is asked. */
export function useQuestionNotices(): void {
  const { client, live } = useAskback();
  const { preferences } = usePreferences();
  const words = useAppWords();
  const latest = useRef({ preferences, words });
  latest.current = { preferences, words };

  const [tabs] = useState(() => createTabs(navigator.locks, browserLook));
  useEffect(() => tabs.showLooking(), [tabs]);
  useEffect(() => {
    const notices = createQuestionNotices({
      read: (id) => client.inquiries.get(id),
      readOpen: () => client.inquiries.list({ status: "open", order: "newest", snoozed: false, limit: 100 }),
      isLookedAt: tabs.isLookedAt,
      claim: (id) => tabs.claim(`askback told ${id}`),
      letGo: (id) => tabs.letGo(`askback told ${id}`),
      show({ id, agent, conversationId, questions }) {
        const { preferences: chosen, words: say } = latest.current;
        if (chosen.sound) playChime();
        if (!chosen.notifications) return;
        const onClick = () => go({ page: "chat", conversation: conversationId });
        const body = plainWords(questions[0]?.text ?? "");
        void desktopNotices.show(id, { title: say("notice.title", { agent }), body, onClick });
      },
      close: (id) => void desktopNotices.close(id),
    });
    // What is open by now is no news, whether or not the stream has begun already.
    void notices.hear({ type: "snapshot" });
    return live.onEvent((event) => void notices.hear(event));
  }, [client, live, tabs]);
}
