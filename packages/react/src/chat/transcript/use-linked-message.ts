import { type RefObject, useEffect, useRef } from "react";

interface LinkedMessageOptions {
  readonly flow: RefObject<HTMLElement | null>;
  /** Whether messages are shown, so that the linked one can be looked for. */
  readonly isShown: boolean;
  leaveEnd(): void;
  /** Loads earlier messages; resolves to whether there were any. */
  showEarlier(): Promise<boolean>;
}

/** Scrolls to a message, also if it is in an earlier page. */
export function useLinkedMessage(messageId: string | undefined, options: LinkedMessageOptions): void {
  const { flow, isShown, leaveEnd, showEarlier } = options;
  const shown = useRef<string>(undefined);
  useEffect(() => {
    if (messageId === undefined || !isShown || shown.current === messageId) return;
    shown.current = messageId;
    const state = { isCurrent: true };
    const lead = async () => {
      leaveEnd();
      while (!messageIn(flow.current, messageId)) if (!state.isCurrent || !(await showEarlier())) return;
      if (state.isCurrent) messageIn(flow.current, messageId)?.scrollIntoView({ block: "center" });
    };
    void lead();
    return () => {
      state.isCurrent = false;
      shown.current = undefined;
    };
  }, [messageId, isShown, flow, leaveEnd, showEarlier]);
}

function messageIn(flow: HTMLElement | null, messageId: string): HTMLElement | undefined {
  return flow?.querySelector<HTMLElement>(`.ask-message[id="${CSS.escape(messageId)}"]`) ?? undefined;
}
