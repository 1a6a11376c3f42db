import { agentTitleOf, isResolved, questionText, regionTitleOf } from "../../../../react/src/card/card-title.ts";
import { type View, viewOf } from "../../../../react/src/card/form/steps.ts";
import { markdownToPlainText } from "../../../../react/src/text/plain-text.ts";
import type { ShownInquiry } from "../../card/card.ts";
import type { CardActions } from "../controller.ts";
import { cardStateOf, type PageState } from "../state.ts";
import type { Words } from "../words.ts";
import { ConfirmGaps, Footer, Settle } from "./footer.tsx";
import { Header } from "./header.tsx";
import { Notices, Recovered } from "./notices.tsx";
import { QuestionView } from "./question-view.tsx";
import { ReviewView } from "./review-view.tsx";
import { AllOptions, Outcome, Summary } from "./summary.tsx";
import { AgentText, Sentence, Toggle } from "./text.tsx";

export interface CardViewProps {
  readonly state: PageState;
  readonly words: Words;
  readonly actions: CardActions;
  /** Whether the host opens links, and takes messages to the model. */
  readonly canOpen: boolean;
  readonly canMessage: boolean;
}

/** What all parts of the card need. */
export interface Shown extends CardViewProps {
  readonly inquiry: ShownInquiry;
  readonly view: View;
  readonly isReadOnly: boolean;
}

/** An inquiry from its arrival to its resolution. */
export function CardView(props: CardViewProps) {
  const { state, words } = props;
  const { card, draft, isOvertaken } = state;
  if (!card) return <Waiting {...props} />;
  const { inquiry } = card;
  const cardState = cardStateOf(state);
  const shown: Shown = {
    ...props,
    inquiry,
    view: viewOf(inquiry, draft, "stepped"),
    isReadOnly: cardState !== "pending",
  };
  const hasForm = cardState === "pending" || cardState === "submitting" || isOvertaken;
  const title = regionTitleOf({ state: cardState, inquiry, me: card.me }, words.time);
  const [only] = inquiry.questions.length === 1 ? inquiry.questions : [];
  const name = words.t(title.id, title.values);
  return (
    <section
      aria-label={only ? words.t("card.named", { title: name, question: questionText(inquiry, only.text) }) : name}
      className="ask-card"
      data-state={cardState}
    >
      <Header hasForm={hasForm} shown={shown} />
      {hasForm && <Form isOvertaken={isOvertaken} shown={shown} />}
      {!hasForm && isResolved(cardState) && <Summary shown={shown} />}
      {!hasForm && !isResolved(cardState) && <ReadOnly shown={shown} />}
      {!hasForm && <Notices shown={shown} />}
      <Recovered shown={shown} />
    </section>
  );
}

/** What is shown until the question comes, or if none does. */
function Waiting({ state: { isMissing }, words }: CardViewProps) {
  return (
    <div aria-busy={!isMissing} className="ask-card ask-preparing">
      <p className="ask-muted">{words.t(isMissing ? "app.none" : "card.loading")}</p>
    </div>
  );
}

/** The form that answers. Where somebody else was faster it stays readable, and nothing can be sent. */
function Form({ shown, isOvertaken }: { readonly shown: Shown; readonly isOvertaken: boolean }) {
  const { state, inquiry, view } = shown;
  const question = view.type === "question" ? inquiry.questions[view.index] : undefined;
  const { panel } = state;
  return (
    <div className="ask-form">
      <div className="ask-body">
        {view.type !== "review" && <Context shown={shown} />}
        {question && <QuestionView key={question.id} question={question} shown={shown} />}
        {view.type === "review" && <ReviewView shown={shown} />}
      </div>
      <Notices shown={shown} />
      {!isOvertaken && panel === "confirm" && <ConfirmGaps shown={shown} />}
      {!isOvertaken && (panel === "decline" || panel === "dismiss") && <Settle as={panel} shown={shown} />}
      {!isOvertaken && (panel === undefined || panel === "more") && <Footer shown={shown} />}
    </div>
  );
}

/** The first line of the context, and the whole on request. */
function Context({ shown: { state, words, actions, inquiry } }: { readonly shown: Shown }) {
  const { context } = inquiry;
  if (!context) return null;
  const { isContextOpen: isOpen } = state;
  return (
    <div className="ask-context" data-open={isOpen || undefined}>
      <p className="ask-context-line">
        <span className="ask-context-beginning" dir="auto">
          {markdownToPlainText(context.trim().split(/\n\s*\n/, 1)[0] ?? "")}
        </span>
        <Toggle controls="context" isOpen={isOpen} onToggle={actions.toggleContext}>
          {words.t(isOpen ? "card.hideContext" : "card.showContext")}
        </Toggle>
      </p>
      {isOpen && (
        <div className="ask-context-text" id="context">
          <AgentText text={context} />
        </div>
      )}
    </div>
  );
}

/** A question that cannot be answered here, or to which an answer is held elsewhere: what it is, and where it is answered. */
function ReadOnly({ shown }: { readonly shown: Shown }) {
  const { state, words, actions, inquiry, canOpen } = shown;
  const isHeld = inquiry.status === "held";
  return (
    <>
      <div className="ask-summary">
        <AllOptions shown={shown} />
      </div>
      <div className="ask-footer ask-elsewhere">
        {isHeld ? (
          <Outcome shown={shown} />
        ) : (
          <p className="ask-muted">
            <Sentence id="app.elsewhere" values={{ agent: agentTitleOf({ inquiry }) }} words={words} />
            {!canOpen && <span className="ask-address">{state.card?.url}</span>}
          </p>
        )}
        {canOpen && !isHeld && (
          <div className="ask-onwards">
            <button className="ask-button ask-primary" onClick={actions.openInAskback} type="button">
              {words.t("app.open")}
            </button>
          </div>
        )}
      </div>
    </>
  );
}
