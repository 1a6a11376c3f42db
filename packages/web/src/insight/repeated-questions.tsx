import { MakeStanding, useAgentTitles } from "@askback/react";
import { useId } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import { Link } from "../router.tsx";
import { useFormats } from "./formats.ts";

interface Repeated {
  readonly agent: string;
  readonly question: string;
  readonly questions: number;
  readonly count: number;
  readonly lastAskedAt: string;
  readonly inquiryId: string;
  readonly answeredId?: string | undefined;
  readonly answer?: string | undefined;
}

/** What the same agent asked more than once, with the way to the latest of each. */
export function RepeatedQuestions({ repeated }: { readonly repeated: readonly Repeated[] }) {
  const t = useAppTranslation();
  const { date } = useFormats();
  const titleOf = useAgentTitles();
  const id = useId();
  return (
    <section className="app-plot" aria-labelledby={id}>
      <h2 id={id}>{t("insight.repeated")}</h2>
      {repeated.length === 0 && <p className="app-note">{t("insight.repeated-none")}</p>}
      <ul className="app-repeated">
        {repeated.map(({ agent, question, questions, count, lastAskedAt, inquiryId, answeredId, answer = "" }) => (
          <li key={inquiryId}>
            <Link to={{ page: "question", inquiry: inquiryId }}>{question}</Link>
            <span className="app-repeated-by">
              {t("insight.repeated-by", { agent: titleOf(agent), count, date: date(lastAskedAt), more: questions - 1 })}
            </span>
            {answeredId !== undefined && (
              <span className="app-repeated-act">
                <MakeStanding inquiryId={answeredId} agent={agent} question={question} answer={answer} />
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
