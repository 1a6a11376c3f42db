import type { Group } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { type FormEvent, useId, useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { CheckList } from "./check-list.tsx";
import { FormFooter } from "./form-footer.tsx";
import { type Role, roles } from "./role-choice.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { useChange } from "./use-change.ts";

/** Makes a link by which one person joins. */
export function Invite({ groups }: { readonly groups: readonly Group[] }) {
  const t = usePeopleTranslation();
  const [isOpen, setOpen] = useState(false);
  const [link, setLink] = useState<string>();
  if (link !== undefined)
    return (
      <ShownOnce
        label={t("people.invite-link")}
        warning={t("people.invite-once")}
        secret={link}
        isLink
        onDone={() => {
          setLink(undefined);
          setOpen(false);
        }}
      />
    );
  if (isOpen) return <InviteForm groups={groups} onLink={setLink} onClose={() => setOpen(false)} />;
  return (
    <button type="button" className="ask-button app-people-new" onClick={() => setOpen(true)}>
      {t("people.invite")}
    </button>
  );
}

interface InviteFormProps {
  readonly groups: readonly Group[];
  onLink(link: string): void;
  onClose(): void;
}

function InviteForm({ groups, onLink, onClose }: InviteFormProps) {
  const t = usePeopleTranslation();
  const { client } = useAskback();
  const { run, isBusy, problem } = useChange();
  const [role, setRole] = useState<Role>("member");
  const [email, setEmail] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const id = useId();
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const given = email.trim();
    const body = { role, groups: [...chosen], ...(given !== "" && { email: given }) };
    const created = await run(() => client.invitations.create(body));
    if (created) onLink(created.value.url);
  };
  return (
    <form className="app-form" aria-labelledby={`${id}-title`} onSubmit={create}>
      <h2 id={`${id}-title`}>{t("people.invite")}</h2>
      <label htmlFor={`${id}-role`}>{t("people.invite-role")}</label>
      <select
        id={`${id}-role`}
        // biome-ignore lint/a11y/noAutofocus: the form opens by the button that was pressed, and goes with it
        autoFocus
        value={role}
        aria-describedby={`${id}-may`}
        onChange={({ target }) => setRole(roles[target.selectedIndex] ?? "member")}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(`people.role.${one}`)}
          </option>
        ))}
      </select>
      <p id={`${id}-may`} className="app-hint">
        {t(`people.may.${role}`)}
      </p>
      <label htmlFor={`${id}-email`}>{t("people.invite-email")}</label>
      <input
        id={`${id}-email`}
        className="ask-field"
        type="email"
        dir="ltr"
        maxLength={200}
        autoComplete="off"
        value={email}
        aria-describedby={`${id}-kept`}
        onChange={({ target }) => setEmail(target.value)}
      />
      <p id={`${id}-kept`} className="app-hint">
        {t("people.invite-email-hint")}
      </p>
      {groups.length > 0 && (
        <CheckList
          label={t("people.invite-groups")}
          items={groups.map(({ name }) => ({ id: name, label: name }))}
          chosen={chosen}
          onChange={setChosen}
        />
      )}
      <FormFooter submit="people.invite-create" isBusy={isBusy} problem={problem} onCancel={onClose} />
    </form>
  );
}
