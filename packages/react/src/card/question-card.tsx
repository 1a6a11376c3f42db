import { useAskback } from "../askback-context.ts";
import { useLanguageAttributes } from "../i18n/use-language-attributes.ts";
import { useWords } from "../i18n/use-words.ts";
import { useInquiry } from "../use-inquiry.ts";
import type { CardLinks } from "./card-links.ts";
import { CardView } from "./card-view.tsx";

export interface QuestionCardProps {
  /** Of the inquiry. */
  readonly id: string;
  /** Those of the provider where they are left out. */
  readonly links?: CardLinks;
  readonly mayFocus?: boolean;
}

/** An inquiry of the server as a card: to be answered, and to be read afterwards. */
export function QuestionCard({ id, links, ...rest }: QuestionCardProps) {
  const words = useWords();
  const attributes = useLanguageAttributes();
  const known = useInquiry(id);
  const { linksOf } = useAskback();
  // What was there once stays while a later look fails.
  if (known.status !== "loading" && known.value) {
    const own = links ?? linksOf?.(known.value.inquiry) ?? {};
    return <CardView card={known.value} key={id} links={own} {...rest} />;
  }
  return (
    <div aria-busy={known.status === "loading"} className="ask-card ask-preparing" {...attributes}>
      <p className="ask-muted">
        {known.status === "failed" ? words("card.loadFailed", { title: known.problem.title }) : words("card.loading")}
      </p>
    </div>
  );
}
