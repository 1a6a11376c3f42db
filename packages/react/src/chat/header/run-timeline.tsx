import type { Conversation, Inquiry, Run } from "@askback/core/wire";
import { useAskback } from "../../askback-context.ts";
import { inReadersWords } from "../../card/approval/approval-words.ts";
import { questionText, titleOf } from "../../card/card-title.ts";
import { answerTexts } from "../../data/inquiry/answer-texts.ts";
import { useLanguage } from "../../i18n/use-language.ts";
import { useTranslation } from "../../i18n/use-translation.ts";
import { bidiIsolate, Sentence } from "../../text/sentence.tsx";
import { ClockTime, useTimeFormat } from "../../ui/time.tsx";
import { useAgent } from "../../use-agents.ts";
import { useMe } from "../../use-people.ts";
import { useServerQuery } from "../../use-server-query.ts";

/** The runs of a conversation, grouped with the runs that resumed them. */
export function RunTimeline({ conversation }: { readonly conversation: Conversation }) {
  const t = useTranslation();
  const { queries } = useAskback().live;
  const { data: runs, error } = useServerQuery(queries.runs(conversation.id));
  const { data: asked = [] } = useServerQuery(queries.asked(conversation.id));
  if (error) return <p className="ask-alert">{t("runs.failed", { problem: bidiIsolate(error.title) })}</p>;
  if (runs?.length === 0) return <p className="ask-muted">{t("runs.none")}</p>;
  return (
    <ol className="ask-runs" aria-label={t("runs.title")}>
      {runChainsOf(runs ?? []).map((chain) => (
        <li key={chain[0]?.id} className="ask-run-chain">
          <ol>
            {chain.map((run) => (
              <RunItem key={run.id} run={run} inquiries={asked.filter(({ runId }) => runId === run.id)} />
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

/** What a program that runs elsewhere has asked, without runs. */
export function AskedList({ conversation }: { readonly conversation: Conversation }) {
  const { data: asked = [] } = useServerQuery(useAskback().live.queries.asked(conversation.id));
  return (
    <ul className="ask-run-asked">
      {asked.map((inquiry) => (
        <AskedItem key={inquiry.id} inquiry={inquiry} />
      ))}
    </ul>
  );
}

interface RunItemProps {
  readonly run: Run;
  /** Those that it asked. */
  readonly inquiries: readonly Inquiry[];
}

function RunItem({ run, inquiries }: RunItemProps) {
  const t = useTranslation();
  return (
    <li className="ask-run" data-status={run.status}>
      <span className="ask-run-state">{t(run.status === "failed" ? "runs.run-failed" : `runs.${run.status}`)}</span>
      <ClockTime at={run.startedAt} />
      <span>{t("runs.steps", { steps: run.steps })}</span>
      {run.asks > 0 && <span>{t("runs.asks", { asks: run.asks })}</span>}
      <TokenUse usage={run.usage} />
      {run.resumedFrom !== undefined && <span className="ask-muted">{t("runs.resumed")}</span>}
      {inquiries.length > 0 && (
        <ul className="ask-run-asked">
          {inquiries.map((inquiry) => (
            <AskedItem key={inquiry.id} inquiry={inquiry} />
          ))}
        </ul>
      )}
    </li>
  );
}

/** What a run asked: the questions, what was answered, and how it ended. */
function AskedItem({ inquiry }: { readonly inquiry: Inquiry }) {
  const t = useTranslation();
  const time = useTimeFormat();
  const me = useMe().data?.id;
  const { title: agentTitle } = useAgent(inquiry.agent);
  const { status } = inquiry;
  const shown = inReadersWords(inquiry, t);
  const answers = answerTexts(shown);
  return (
    <li>
      {shown.questions.map(({ id, text }) => (
        <p key={id} className="ask-run-question" dir="auto">
          {questionText(shown, text)}
        </p>
      ))}
      {answers.length > 0 && (
        <p className="ask-run-answer" dir="auto">
          {answers.join("\n")}
        </p>
      )}
      <p className="ask-muted">
        {status === "open" ? (
          t("runs.waiting")
        ) : (
          <Sentence {...titleOf({ state: status, inquiry, agentTitle, me }, time)} />
        )}
      </p>
    </li>
  );
}

/** Groups runs with those that resumed them, oldest first. */
export function runChainsOf(runs: readonly Run[]): readonly (readonly Run[])[] {
  const oldestFirst = runs.toSorted((one, other) => one.startedAt.localeCompare(other.startedAt));
  const chainByRun = new Map<string, Run[]>();
  const chains: Run[][] = [];
  for (const run of oldestFirst) {
    const chain = (run.resumedFrom !== undefined && chainByRun.get(run.resumedFrom)) || addChain(chains);
    chain.push(run);
    chainByRun.set(run.id, chain);
  }
  return chains;
}

function addChain(chains: Run[][]): Run[] {
  const chain: Run[] = [];
  chains.push(chain);
  return chain;
}

/** The tokens that a conversation or run has used. */
export function TokenUse({ usage }: Pick<Conversation, "usage">) {
  const t = useTranslation();
  const language = useLanguage();
  const total = usage.inputTokens + usage.outputTokens;
  if (total === 0) return null;
  const whole = new Intl.NumberFormat(language);
  const short = new Intl.NumberFormat(language, { notation: "compact", maximumFractionDigits: 1 });
  const detail = t("usage.detail", {
    input: whole.format(usage.inputTokens),
    output: whole.format(usage.outputTokens),
    cached: whole.format(usage.cachedTokens),
    reasoning: whole.format(usage.reasoningTokens),
  });
  return (
    <span className="ask-usage" title={detail}>
      {t("usage.tokens", { count: short.format(total) })}
    </span>
  );
}
