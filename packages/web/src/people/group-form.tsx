import type { Group, Member } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { type FormEvent, useId, useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { CheckList } from "./check-list.tsx";
import { FormFooter } from "./form-footer.tsx";
import { NameField } from "./name-field.tsx";
import { useChange } from "./use-change.ts";

interface GroupFormProps {
  /** The group that is changed; a new one without it. */
  readonly group: Group | undefined;
  readonly groups: readonly Group[];
  readonly members: readonly Member[];
  onSaved(name: string): void;
  onClose(): void;
}

/** The name and the people of a group. */
export function GroupForm({ group, groups, members, onSaved, onClose }: GroupFormProps) {
  const t = usePeopleTranslation();
  const { client } = useAskback();
  const { run, isBusy, problem } = useChange();
  const [name, setName] = useState(group?.name ?? "");
  const [people, setPeople] = useState<readonly string[]>(group?.people ?? []);
  const [wrong, setWrong] = useState<string>();
  // Its name as far as it is known here: a renaming that is done stays done where the people are not saved.
  const [current, setCurrent] = useState(group?.name);
  const id = useId();
  const given = name.trim();
  const isRenamed = current !== undefined && given !== current;
  const save = async (event: FormEvent) => {
    event.preventDefault();
    // A renaming whose response was lost may be done; then the group with the name is this one.
    const isOther = ({ name: its, formerNames = [] }: Group) =>
      its === given && !(current !== undefined && formerNames.includes(current));
    const isTaken = given !== current && groups.some(isOther);
    const misfit = isTaken ? t("groups.taken") : t("groups.name-wrong");
    if (isTaken || !isName(given)) return setWrong(misfit);
    const saved = await run(async () => {
      const renamed = isRenamed ? await client.groups.rename(current, { to: given }) : undefined;
      if (renamed && !renamed.ok) return renamed;
      if (renamed) setCurrent(given);
      return client.groups.save(given, { people: [...people] });
    });
    if (saved) onSaved(given);
  };
  return (
    <form className="app-form" aria-labelledby={`${id}-title`} onSubmit={save}>
      <h3 id={`${id}-title`}>{group ? t("groups.edit-label", { name: group.name }) : t("groups.new")}</h3>
      <NameField
        label={t("groups.name")}
        value={name}
        problem={wrong}
        hint={isRenamed ? t("groups.rename-hint", { name: `\u2068${current}\u2069` }) : undefined}
        onChange={(next) => {
          setName(next);
          setWrong(undefined);
        }}
      />
      <CheckList
        label={t("groups.people")}
        items={members.map((member) => ({ id: member.id, label: member.name }))}
        chosen={people}
        onChange={setPeople}
      />
      <FormFooter submit="groups.save" isBusy={isBusy} problem={problem} onCancel={onClose} />
    </form>
  );
}

/** As the API takes the names of groups and of keys. */
export function isName(name: string): boolean {
  return /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,59}$/u.test(name);
}
