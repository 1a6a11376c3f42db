import { answersOf } from "../draft/answer-of-draft.ts";
import { useWords } from "../i18n/use-words.ts";
import { AnsweredQuestion } from "./answered-question.tsx";
import { ApprovalCall } from "./approval-call.tsx";
import { CardContext } from "./card-context.tsx";
import type { CardLinks } from "./card-links.ts";
import type { InquiryCard } from "./inquiry-card.ts";

interface CardSummaryProps {
  readonly card: InquiryCard;
  readonly links: CardLinks;
}

/** What was asked and what came of it. */
export function CardSummary({ card, links }: CardSummaryProps) {
  const words = useWords();
  const { inquiry, state, draft } = card;
  const { resolution, approval, context, questions } = inquiry;
  // What is held is still the draft here, until the server says what it recorded.
  const { answers, comment } = resolution ?? (state === "held" ? answersOf(inquiry, draft) : {});
  const message = resolution?.messageId;
  return (
    <div className="ask-summary" data-focus="summary" tabIndex={-1}>
      {context && <CardContext text={context} />}
      {approval && <ApprovalCall approval={approval} />}
      {questions.map((question) => (
        <AnsweredQuestion
          answer={answers?.find((answer) => answer.question === question.id)}
          key={question.id}
          question={question}
        />
      ))}
      {comment && (
        <p className="ask-part-note" dir="auto">
          {comment}
        </p>
      )}
      {message && links.message && (
        <a className="ask-link" href={links.message(message)}>
          {words("card.goToMessage")}
        </a>
      )}
    </div>
  );
}
