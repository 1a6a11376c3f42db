import type { Inquiry } from "@askback/core/wire";
import { useMemo } from "react";
import { type CardLinks, useAskback } from "../askback-context.ts";
import { useLanguageAttributes } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { useAgent } from "../use-agents.ts";
import { useInquiry } from "../use-inquiry.ts";
import { NamesContext, PeopleContext, useNames, usePersonOf } from "../use-people.ts";
import { resolverOf } from "./card-title.ts";
import { CardView } from "./card-view.tsx";

export interface QuestionCardProps {
  /** The id of the inquiry. */
  readonly id: string;
  /** Those of the provider if left out. */
  readonly links?: CardLinks;
  readonly mayFocus?: boolean;
}

/** An inquiry of the server as a card, to answer it and to read it afterwards. */
export function QuestionCard({ id, links, ...rest }: QuestionCardProps) {
  const t = useTranslation();
  const attributes = useLanguageAttributes();
  const { status, data: card, error } = useInquiry(id);
  const { linksOf } = useAskback();
  const ids = card && peopleOf(card.inquiry);
  const nameOf = useNames(ids);
  const personOf = usePersonOf(ids);
  const { title } = useAgent(card?.inquiry.agent ?? "");
  const titled = useMemo(() => {
    const resolver = card && resolverOf(card.inquiry);
    return card && { ...card, agentTitle: title, ...(resolver !== undefined && { resolverName: nameOf(resolver) }) };
  }, [card, title, nameOf]);
  if (titled) {
    const own = links ?? linksOf?.(titled.inquiry) ?? {};
    return (
      <NamesContext value={nameOf}>
        <PeopleContext value={personOf}>
          <CardView card={titled} key={id} links={own} {...rest} />
        </PeopleContext>
      </NamesContext>
    );
  }
  return (
    <div aria-busy={status === "pending"} className="ask-card ask-preparing" {...attributes}>
      <p className="ask-muted">{error ? t("card.loadFailed", { title: error.title }) : t("card.loading")}</p>
    </div>
  );
}

function peopleOf({ resolution, receipt, agreements = [], audience, takenBy, assignee }: Inquiry): readonly string[] {
  const named = [resolution?.by, receipt?.by, takenBy, assignee, ...(audience?.people ?? [])];
  return [...named, ...agreements.map(({ by }) => by)].filter((person) => person !== undefined);
}
