import { Chat, useThread } from "@askback/react";
import { useCallback, useSyncExternalStore } from "react";
import { navigate } from "../router.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** A conversation, or that it does not exist. */
export function ChatPage({ conversation }: { readonly conversation: string }) {
  const open = useCallback((id: string) => navigate({ page: "chat", conversation: id }), []);
  const goHome = useCallback(() => navigate({ page: "home" }, "replace"), []);
  const message = useSyncExternalStore(subscribeToHash, () => location.hash.slice(1)) || undefined;
  const { data, error } = useThread(conversation);
  if (!data && error?.status === 404) return <NotFoundPage />;
  return <Chat conversation={conversation} onOpen={open} onDeleted={goHome} message={message} />;
}

function subscribeToHash(listener: () => void): () => void {
  addEventListener("hashchange", listener);
  addEventListener("popstate", listener);
  return () => {
    removeEventListener("hashchange", listener);
    removeEventListener("popstate", listener);
  };
}
