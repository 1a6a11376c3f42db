import { resolutionTypes } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useRef } from "react";
import { assignedTo } from "../../data/inbox/inbox.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useAgents, useAgentTitles } from "../../use-agents.ts";
import { usePeople } from "../../use-people.ts";
import { useInboxContext } from "../inbox-context.ts";
import { assignedOf, outcomeOf } from "../inbox-view.ts";

/** Limits the list to one agent. It has its place before the agents are known. */
export function AgentFilter({ rows }: { readonly rows: readonly Inquiry[] }) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const titleOf = useAgentTitles();
  const { route, go } = useInboxContext();
  const agents = useAgents().data ?? [];
  const asking = agents.filter(({ canAsk, approve }) => canAsk || approve.length > 0).map(({ name }) => name);
  const shown = route.agent === undefined ? [] : [route.agent];
  // Programs that run elsewhere are known by their questions, of which a filter leaves out the others'.
  const asked = useRef(new Set<string>());
  for (const { agent } of rows) asked.current.add(agent);
  const names = [...new Set([...asking, ...asked.current, ...shown])];
  const options = names
    .map((name) => ({ name, title: titleOf(name) }))
    .toSorted((a, b) => a.title.localeCompare(b.title, i18n.locale));
  return (
    <select
      className="ask-select"
      aria-label={t("inbox.filter.agent")}
      value={route.agent ?? ""}
      data-set={route.agent !== undefined || undefined}
      onChange={({ target }) => go({ ...route, agent: target.value || undefined })}
    >
      <option value="">{t("inbox.agent.all")}</option>
      {options.map(({ name, title }) => (
        <option key={name} value={name} dir="auto">
          {title}
        </option>
      ))}
    </select>
  );
}

/** Limits the list by who has the questions, where there are several people. */
export function AssignedFilter() {
  const t = useTranslation();
  const { route, go } = useInboxContext();
  const people = usePeople();
  if (people.length < 2 && route.assigned === undefined) return null;
  return (
    <select
      className="ask-select"
      aria-label={t("who.filter")}
      value={route.assigned ?? ""}
      data-set={route.assigned !== undefined || undefined}
      onChange={({ target }) => go({ ...route, assigned: assignedOf(target.value) })}
    >
      <option value="">{t("who.filter.all")}</option>
      {assignedTo.map((to) => (
        <option key={to} value={to}>
          {t(`who.filter.${to}`)}
        </option>
      ))}
    </select>
  );
}

/** Limits the view `done` to one resolution. */
export function OutcomeFilter() {
  const t = useTranslation();
  const { route, go } = useInboxContext();
  return (
    <select
      className="ask-select"
      aria-label={t("inbox.filter")}
      value={route.outcome ?? ""}
      data-set={route.outcome !== undefined || undefined}
      onChange={({ target }) => go({ ...route, inquiry: undefined, outcome: outcomeOf(target.value) })}
    >
      <option value="">{t("inbox.outcome.all")}</option>
      {resolutionTypes.map((outcome) => (
        <option key={outcome} value={outcome}>
          {t(`inbox.outcome.${outcome}`)}
        </option>
      ))}
    </select>
  );
}
