import { useAskback } from "@askback/react";
import { useEffect, useState } from "react";
import { useAppWords } from "../i18n/use-app-words.ts";
import { go } from "../router.tsx";

/** A link to a question leads to the conversation that it belongs to. */
export function QuestionPage({ inquiry }: { readonly inquiry: string }) {
  const words = useAppWords();
  const { client } = useAskback();
  const [problem, setProblem] = useState<string>();
  useEffect(() => {
    const leaving = new AbortController();
    void client.inquiries.get(inquiry, undefined, { signal: leaving.signal }).then((found) => {
      if (leaving.signal.aborted) return;
      if (found.ok) go({ page: "chat", conversation: found.value.conversationId }, "replace");
      else setProblem(found.error.title);
    });
    return () => leaving.abort();
  }, [client, inquiry]);
  return (
    <p className="app-empty" role={problem === undefined ? undefined : "alert"}>
      {problem === undefined ? words("app.loading") : words("question.failed", { problem })}
    </p>
  );
}
