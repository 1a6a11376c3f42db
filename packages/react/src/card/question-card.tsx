import type { Inquiry } from "@askback/core/wire";
import { useMemo } from "react";
import { type CardLinks, useAskback } from "../askback-context.ts";
import { useLanguageAttributes } from "../i18n/use-language.ts";
import { useTranslation } from "../i18n/use-translation.ts";
import { useAgent } from "../use-agents.ts";
import { useInquiry } from "../use-inquiry.ts";
import { NamesContext, PeopleContext, useMe, useNames, usePersonOf } from "../use-people.ts";
import { useServerQuery } from "../use-server-query.ts";
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
  const isStuck = useIsUnanswerable(id);
  const titled = useMemo(() => {
    const resolver = card && resolverOf(card.inquiry);
    const inquiry = card && isStuck ? { ...card.inquiry, isUnanswerable: true } : card?.inquiry;
    return (
      card &&
      inquiry && {
        ...card,
        inquiry,
        agentTitle: title,
        ...(resolver !== undefined && { resolverName: nameOf(resolver) }),
      }
    );
  }, [card, isStuck, title, nameOf]);
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

/** Whether nobody can answer an open inquiry, for owners; a transcript does not say it. */
function useIsUnanswerable(id: string): boolean {
  const isOwner = useMe().data?.scopes.includes("admin") ?? false;
  const { data } = useServerQuery(useAskback().live.queries.unanswerable(isOwner));
  return data?.some((inquiry) => inquiry.id === id) ?? false;
}

function peopleOf({ resolution, receipt, agreements = [], audience, takenBy, assignee }: Inquiry): readonly string[] {
  const named = [resolution?.by, receipt?.by, takenBy, assignee, ...(audience?.people ?? [])];
  return [...named, ...agreements.map(({ by }) => by)].filter((person) => person !== undefined);
}
