import { useWords } from "../i18n/use-words.ts";
import { useInquiry } from "../use-inquiry.ts";
import type { CardLinks } from "./card-links.ts";
import { CardView } from "./card-view.tsx";

export interface QuestionCardProps {
  /** Of the inquiry. */
  readonly id: string;
  readonly links?: CardLinks;
  readonly mayFocus?: boolean;
}

/** An inquiry of the server as a card: to be answered, and to be read afterwards. */
export function QuestionCard({ id, ...rest }: QuestionCardProps) {
  const words = useWords();
  const known = useInquiry(id);
  // What was there once stays while a later look fails.
  if (known.status !== "loading" && known.value) return <CardView card={known.value} key={id} {...rest} />;
  return (
    <div aria-busy={known.status === "loading"} className="ask-card ask-preparing">
      <p className="ask-muted">
        {known.status === "failed" ? words("card.loadFailed", { title: known.problem.title }) : words("card.loading")}
      </p>
    </div>
  );
}
