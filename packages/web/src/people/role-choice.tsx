import type { Member } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { useReport } from "./people-page.tsx";
import { ProblemNote } from "./problem-note.tsx";
import { useChange } from "./use-change.ts";

export const roles = ["owner", "member", "viewer"] as const;
export type Role = (typeof roles)[number];

interface RoleChoiceProps {
  readonly member: Member;
  readonly isMe: boolean;
}

/** The role of a member, which owners change. It shows the server's, until the server has changed it. */
export function RoleChoice({ member: { id, name, role }, isMe }: RoleChoiceProps) {
  const t = usePeopleTranslation();
  const { client, live } = useAskback();
  const report = useReport();
  const { run, problem } = useChange();
  const [wanted, setWanted] = useState<Role>();
  const change = (next: Role) => client.members.change(id, { role: next });
  const choose = async (next: Role) => {
    if (isMe) return setWanted(next);
    if (await run(() => change(next))) report(t("people.changed", { name, role: t(`people.role.${next}`) }));
  };
  return (
    <>
      <select
        className="app-role"
        aria-label={t("people.role", { name })}
        value={role}
        onChange={({ target }) => {
          const next = roles[target.selectedIndex];
          if (next !== undefined) void choose(next);
        }}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(`people.role.${one}`)}
          </option>
        ))}
      </select>
      <ProblemNote problem={problem} />
      {wanted !== undefined && (
        <ConfirmDialog
          title={t("people.step-down-title")}
          description={t("people.step-down-text")}
          action={t("people.step-down-now")}
          call={() => change(wanted)}
          onDone={() => void live.queryClient.invalidateQueries({ queryKey: ["me"] })}
          onClose={() => setWanted(undefined)}
        />
      )}
    </>
  );
}
