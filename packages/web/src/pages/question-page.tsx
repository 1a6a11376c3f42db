import type { Failure } from "@askback/client";
import { useAskback } from "@askback/react";
import { useEffect, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { navigate } from "../router.tsx";
import { NotFoundPage } from "./not-found-page.tsx";

/** Redirects from the link of a question to its conversation, or says that there is none. */
export function QuestionPage({ inquiry }: { readonly inquiry: string }) {
  const t = useAppTranslation();
  const { client } = useAskback();
  const [problem, setProblem] = useState<Failure>();
  useEffect(() => {
    const aborting = new AbortController();
    void client.inquiries.get(inquiry, undefined, { signal: aborting.signal }).then((found) => {
      if (aborting.signal.aborted) return;
      if (found.ok) navigate({ page: "chat", conversation: found.value.conversationId }, "replace");
      else setProblem(found.error);
    });
    return () => aborting.abort();
  }, [client, inquiry]);
  if (problem?.status === 404) return <NotFoundPage />;
  return (
    <section className="app-state" aria-busy={problem === undefined}>
      <h1 className="ask-hidden">{t("nav.chat")}</h1>
      {problem === undefined ? (
        <p className="app-loading">{t("app.loading")}</p>
      ) : (
        <p role="alert">{t("question.failed", { problem: problem.title })}</p>
      )}
    </section>
  );
}
