import { neutralise } from "@askback/core";
import type { Inquiry } from "@askback/core/wire";
import { useLingui } from "@lingui/react";
import { useAskback } from "../../askback-context.ts";
import { CommandButton } from "../../command-button.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useMe } from "../../use-people.ts";

interface StuckProps {
  readonly inquiry: Inquiry;
}

/** That nobody can answer an open inquiry, with what an owner can do. */
export function StuckNotice({ inquiry }: StuckProps) {
  return (
    <div className="ask-notice" data-kind="stuck">
      <span>
        <StuckReason inquiry={inquiry} />
      </span>
      <LetMeAnswer inquiry={inquiry} />
    </div>
  );
}

export function StuckReason({ inquiry: { quorum, audience } }: StuckProps) {
  const t = useTranslation();
  const { i18n } = useLingui();
  const groups = quorum?.rules.flatMap(({ group }) => group ?? []) ?? audience?.groups ?? [];
  const names = new Intl.ListFormat(i18n.locale).format(groups.map(neutralise));
  if (groups.length === 0) return t(quorum ? "who.stuck-count" : "who.stuck");
  return t(quorum ? "who.stuck-quorum" : "who.stuck-group", { groups: names });
}

/** One person alone cannot answer what several must allow. */
export function LetMeAnswer({ inquiry }: StuckProps) {
  return inquiry.quorum ? null : <TakeButton id={inquiry.id} />;
}

function TakeButton({ id }: { readonly id: string }) {
  const t = useTranslation();
  const { client } = useAskback();
  const me = useMe().data?.id;
  if (me === undefined) return null;
  return <CommandButton perform={() => client.inquiries.assign(id, { to: me })}>{t("who.let-me")}</CommandButton>;
}
