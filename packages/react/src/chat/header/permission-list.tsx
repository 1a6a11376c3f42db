import { readableName } from "@askback/core";
import type { Conversation, Permission } from "@askback/core/wire";
import { useContext, useId, useRef, useState } from "react";
import { useAskback } from "../../askback-context.ts";
import { MatchedInput } from "../../card/approval/matched-input.tsx";
import { useTranslation } from "../../i18n/use-translation.ts";
import { ProblemAlert } from "../../problem-alert.tsx";
import { Sentence } from "../../text/sentence.tsx";
import { useTimeFormat } from "../../ui/time.tsx";
import { NamesContext, useMe } from "../../use-people.ts";

/** What people allowed for the rest of a conversation, each with a button that revokes it. */
export function PermissionList({ conversation: { id, permissions = [] } }: { readonly conversation: Conversation }) {
  const t = useTranslation();
  const titleId = useId();
  const { client } = useAskback();
  const heading = useRef<HTMLHeadingElement>(null);
  const [problem, setProblem] = useState<string>();
  const mayRevoke = useMe().data?.scopes.includes("answer") ?? false;
  if (permissions.length === 0) return null;
  const revoke = async (permission: Permission) => {
    // The button goes with its row.
    heading.current?.focus();
    const revoked = await client.conversations.revokePermission(id, permission.id);
    setProblem(revoked.ok ? undefined : revoked.error.title);
  };
  return (
    <section aria-labelledby={titleId} className="ask-permissions">
      <h3 id={titleId} ref={heading} tabIndex={-1}>
        {t("approval.permissions")}
      </h3>
      <ProblemAlert message="approval.permissions.failed" problem={problem} />
      <ul>
        {permissions.map((permission) => (
          <PermissionRow
            key={permission.id}
            onRevoke={mayRevoke ? () => revoke(permission) : undefined}
            permission={permission}
          />
        ))}
      </ul>
    </section>
  );
}

interface PermissionRowProps {
  readonly permission: Permission;
  /** Absent for readers who may not answer. */
  readonly onRevoke: (() => void) | undefined;
}

function PermissionRow({ permission: { tool, part, input, by, at }, onRevoke }: PermissionRowProps) {
  const t = useTranslation();
  const time = useTimeFormat();
  const label = readableName(tool);
  const nameOf = useContext(NamesContext);
  return (
    <li className="ask-permission">
      <div>
        <strong dir="auto">{label}</strong>
        <MatchedInput input={input} part={part} />
        <p className="ask-muted">
          <Sentence id="approval.permissions.by" values={{ person: nameOf(by), time: time(at) }} />
        </p>
      </div>
      {onRevoke && (
        <button
          aria-label={t("approval.permissions.revokeNamed", { tool: label })}
          className="ask-button"
          onClick={onRevoke}
          type="button"
        >
          {t("approval.permissions.revoke")}
        </button>
      )}
    </li>
  );
}
