import { useAgentTitles, useAskback, useQuestionLine } from "@askback/react";
import { useEffect, useRef, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { usePreferences } from "../preferences-context.ts";
import { navigate } from "../router.tsx";
import { browserFocus, createBrowserTabs } from "./browser-tabs.ts";
import { playChime } from "./chime.ts";
import { desktopNotifications } from "./desktop-notifications.ts";
import { createQuestionNotifier } from "./question-notifier.ts";

/** Notifies a person of new questions while the app does not have the focus. */
export function useQuestionNotifications(): void {
  const { client, live } = useAskback();
  const { preferences } = usePreferences();
  const t = useAppTranslation();
  const titleOf = useAgentTitles();
  const questionLine = useQuestionLine();
  const latest = useRef({ preferences, t, titleOf, questionLine });
  latest.current = { preferences, t, titleOf, questionLine };

  const [tabs] = useState(() => createBrowserTabs(navigator.locks, browserFocus));
  useEffect(() => tabs.shareFocus(), [tabs]);
  useEffect(() => {
    const notifier = createQuestionNotifier({
      read: (id) => client.inquiries.get(id),
      readOpen: () =>
        client.inquiries.list({ status: "open", order: "newest", snoozed: false, waiting: "you", limit: 100 }),
      isAnyTabFocused: tabs.isAnyFocused,
      claim: (id) => tabs.claim(`askback notified ${id}`),
      release: (id) => tabs.release(`askback notified ${id}`),
      show(inquiry) {
        const { id, agent, conversationId } = inquiry;
        const { preferences, t, titleOf, questionLine } = latest.current;
        if (preferences.sound) playChime();
        if (!preferences.notifications) return;
        const onClick = () => navigate({ page: "chat", conversation: conversationId });
        const body = questionLine(inquiry);
        void desktopNotifications.show(id, { title: t("notice.title", { agent: titleOf(agent) }), body, onClick });
      },
      close: (id) => void desktopNotifications.close(id),
    });
    // Questions that are open by now are not new, whether or not the stream has begun already.
    void notifier.handleEvent({ type: "snapshot" });
    return live.onEvent((event) => void notifier.handleEvent(event));
  }, [client, live, tabs]);
}
