import type { Failure } from "@askback/client";
import type { Member } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import type { Confirmation } from "./confirm-dialog.tsx";
import { useReport } from "./people-page.tsx";
import { useChange } from "./use-change.ts";

type MenuAction = { readonly label: string; onAction(): void };

interface Reader {
  readonly isOwner: boolean;
  readonly isMe: boolean;
  showSessions(): void;
}

interface MemberActions {
  readonly actions: readonly MenuAction[];
  readonly problem: Failure | undefined;
  readonly confirmation: Confirmation | undefined;
  stopConfirming(): void;
  /** The sign-in link that was made. */
  readonly link: string | undefined;
  forgetLink(): void;
}

/** What the reader may do about a member: owners manage others, and everybody may leave. */
export function useMemberActions({ id, name, isDisabled }: Member, reader: Reader): MemberActions {
  const t = usePeopleTranslation();
  const { client } = useAskback();
  const report = useReport();
  const { run, problem } = useChange();
  const [confirmation, setConfirmation] = useState<Confirmation>();
  const [link, setLink] = useState<string>();

  const createLink = async () => setLink((await run(() => client.signInLinks.create({ person: id })))?.value.url);
  const enable = async () => {
    if (await run(() => client.members.change(id, { isDisabled: false }))) report(t("people.enable-done", { name }));
  };
  const disable = () =>
    setConfirmation({
      title: t("people.disable-title", { name }),
      description: t("people.disable-text"),
      action: t("people.disable-now"),
      call: () => client.members.change(id, { isDisabled: true }),
      onDone: () => report(t("people.disable-done", { name })),
    });
  const remove = () =>
    setConfirmation({
      title: t("people.remove-title", { name }),
      description: t("people.remove-text"),
      action: t("people.remove-now"),
      call: () => client.members.remove(id),
      onDone: () => report(t("people.remove-done", { name })),
    });
  const leave = () =>
    setConfirmation({
      title: t("people.leave-title"),
      description: t("people.leave-text"),
      action: t("people.leave-now"),
      call: () => client.members.remove(id),
      // What is shown is of a project that is not theirs any more.
      onDone: () => location.assign("/"),
    });

  const managing: readonly MenuAction[] = [
    ...(isDisabled ? [] : [{ label: t("people.link"), onAction: () => void createLink() }]),
    { label: t("people.sessions"), onAction: reader.showSessions },
    isDisabled
      ? { label: t("people.enable"), onAction: () => void enable() }
      : { label: t("people.disable"), onAction: disable },
    { label: t("people.remove"), onAction: remove },
  ];
  // The person to whom the server belongs would have nothing to go back to.
  const own = id === ownerId ? [] : [{ label: t("people.leave"), onAction: leave }];
  const ofOthers = reader.isOwner ? managing : [];
  return {
    actions: reader.isMe ? own : ofOthers,
    problem,
    confirmation,
    stopConfirming: () => setConfirmation(undefined),
    link,
    forgetLink: () => setLink(undefined),
  };
}

/** Whom the server belongs to. */
export const ownerId = "owner";
