import { type Json, visibleJson } from "@askback/core";
import type { GatedCall } from "@askback/core/wire";
import { Suspense, useId, useState } from "react";
import { useTranslation } from "../../i18n/use-translation.ts";
import { indentJson } from "../../text/plain-text.ts";
import { SourceOnError } from "../../text/source-on-error.tsx";
import { lazyComponent } from "../../ui/lazy-component.ts";
import { UntilFound } from "../../ui/until-found.tsx";
import { MoreLink } from "../more-link.tsx";
import { CallBlock } from "./call-block.tsx";

/** What would run: as the tool's author shows it, with the exact call on request; or else the exact call. */
export function CallView({ approval }: { readonly approval: GatedCall }) {
  const t = useTranslation();
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  const { fields = [], diff, command } = approval.presentation ?? {};
  if (fields.length === 0 && !diff && command === undefined) return <ExactCall approval={approval} />;
  return (
    <>
      {fields.length > 0 && (
        <dl className="ask-call-fields">
          {fields.map(({ label, value }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two fields may have the same label
            <div key={row}>
              <dt dir="auto">{label}</dt>
              <dd dir="auto">{value}</dd>
            </div>
          ))}
        </dl>
      )}
      {command !== undefined && <CallBlock isTitled name={t("approval.command")} text={command} />}
      {diff && <TextChanges {...diff} />}
      <MoreLink className="ask-exact-toggle" controls={id} isOpen={isOpen} onToggle={() => setOpen(!isOpen)}>
        {t(isOpen ? "approval.hideCall" : "approval.showCall")}
      </MoreLink>
      <UntilFound id={id} isOpen={isOpen} onFound={() => setOpen(true)}>
        <ExactCall approval={approval} />
      </UntilFound>
    </>
  );
}

/** An input as people read and edit it: JSON in which invisible and reordering characters are escaped. */
export function inputText(call: { readonly input?: unknown } | undefined): string {
  return indentJson(visibleJson((call?.input ?? null) as Json));
}

/** The difference between two texts, such as an input and what somebody made of it. */
export function TextChanges({ before, after }: TwoTexts) {
  return (
    <SourceOnError source={bothTexts({ before, after })}>
      <Suspense fallback={<BothTexts after={after} before={before} />}>
        <ChangeBlock after={after} before={before} />
      </Suspense>
    </SourceOnError>
  );
}

/** The call exactly as it would run. Invisible and reordering characters are escaped. */
function ExactCall({ approval }: { readonly approval: GatedCall }) {
  const t = useTranslation();
  const call = `${visibleJson(approval.tool).slice(1, -1)}\n${inputText(approval)}`;
  return <CallBlock name={t("card.call")} text={call} />;
}

interface TwoTexts {
  readonly before: string;
  readonly after: string;
}

const ChangeBlock = lazyComponent<TwoTexts>(async () => (await import("./change-block.tsx")).ChangeBlock, BothTexts);

/** Both texts, until what compares them is loaded. */
function BothTexts(texts: TwoTexts) {
  const t = useTranslation();
  return <CallBlock isTitled name={t("approval.changes")} text={bothTexts(texts)} />;
}

function bothTexts({ before, after }: TwoTexts): string {
  const lines = [...before.split("\n").map((line) => `-${line}`), ...after.split("\n").map((line) => `+${line}`)];
  return lines.join("\n");
}
