import type { Group, Member } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useId, useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { ConfirmDialog } from "./confirm-dialog.tsx";
import { GroupForm } from "./group-form.tsx";
import { useReport } from "./people-page.tsx";
import { useIsOwner } from "./use-people-lists.ts";

interface GroupsProps {
  readonly groups: readonly Group[];
  readonly members: readonly Member[];
}

/** The groups of the project, whom agents can ask in place of single people. */
export function Groups({ groups, members }: GroupsProps) {
  const t = usePeopleTranslation();
  const isOwner = useIsOwner();
  const report = useReport();
  /** The group that is edited; null is a new one. */
  const [edited, setEdited] = useState<Group | null>();
  const id = useId();
  const close = () => setEdited(undefined);
  const form = edited !== undefined && (
    <GroupForm
      key={edited?.name ?? ""}
      group={edited ?? undefined}
      groups={groups}
      members={members}
      onClose={close}
      onSaved={(name) => {
        close();
        report(t("groups.saved", { name }));
      }}
    />
  );
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{t("groups.title")}</h2>
      {groups.length === 0 && <p className="app-note">{t("groups.none")}</p>}
      {groups.length > 0 && (
        <ul className="app-rows" aria-labelledby={id}>
          {groups.map((group) => (
            <GroupRow key={group.name} group={group} members={members} onEdit={() => setEdited(group)} />
          ))}
        </ul>
      )}
      {form}
      {isOwner && edited === undefined && (
        <button type="button" className="ask-button app-people-new" onClick={() => setEdited(null)}>
          {t("groups.new")}
        </button>
      )}
    </section>
  );
}

interface GroupRowProps {
  readonly group: Group;
  readonly members: readonly Member[];
  onEdit(): void;
}

function GroupRow({ group: { name, people }, members, onEdit }: GroupRowProps) {
  const t = usePeopleTranslation();
  const { client } = useAskback();
  const isOwner = useIsOwner();
  const report = useReport();
  const [isDeleting, setDeleting] = useState(false);
  const names = members.filter(({ id }) => people.includes(id)).map((member) => member.name);
  return (
    <li>
      <div className="app-row">
        <span className="app-row-text">
          <bdi className="app-row-name">{name}</bdi>
          <span className="app-row-facts">
            <span>{t("groups.count", { count: people.length })}</span>
            {names.map((one) => (
              <bdi key={one}>{one}</bdi>
            ))}
          </span>
        </span>
        {isOwner && (
          <span className="app-row-acts">
            <button type="button" className="ask-quiet" aria-label={t("groups.edit-label", { name })} onClick={onEdit}>
              {t("groups.edit")}
            </button>
            <button
              type="button"
              className="ask-quiet"
              aria-label={t("groups.delete-label", { name })}
              onClick={() => setDeleting(true)}
            >
              {t("groups.delete")}
            </button>
          </span>
        )}
      </div>
      {isDeleting && (
        <ConfirmDialog
          title={t("groups.delete-title", { name })}
          description={t("groups.delete-text")}
          action={t("groups.delete-now")}
          call={() => client.groups.delete(name)}
          onDone={() => report(t("groups.deleted", { name }))}
          onClose={() => setDeleting(false)}
        />
      )}
    </li>
  );
}
