import { Chat } from "@askback/react";
import { useCallback } from "react";
import { go } from "../router.tsx";

export function ChatPage({ conversation }: { readonly conversation: string }) {
  const open = useCallback((id: string) => go({ page: "chat", conversation: id }), []);
  const leave = useCallback(() => go({ page: "home" }, "replace"), []);
  const message = location.hash.slice(1) || undefined;
  return <Chat conversation={conversation} onOpen={open} onDeleted={leave} message={message} />;
}
