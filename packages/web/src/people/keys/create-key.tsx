import type { CreatedApiKey } from "@askback/core/wire";
import { useAskback, useMe } from "@askback/react";
import { type FormEvent, useId, useState } from "react";
import { usePeopleTranslation } from "../../i18n/people.ts";
import { CheckList } from "../check-list.tsx";
import { FormFooter } from "../form-footer.tsx";
import { isName } from "../group-form.tsx";
import { NameField } from "../name-field.tsx";
import { ShownOnce } from "../shown-once.tsx";
import { useChange } from "../use-change.ts";

const scopes = ["ask", "answer", "read", "admin", "tokens", "tokens:members", "tokens:groups", "metrics"] as const;
type Scope = (typeof scopes)[number];
const validDays = ["30", "90", "365", "never"] as const;
type Valid = (typeof validDays)[number];

/** Makes a key, and shows it this once. */
export function CreateKey() {
  const t = usePeopleTranslation();
  const [isOpen, setOpen] = useState(false);
  const [created, setCreated] = useState<CreatedApiKey>();
  if (created)
    return (
      <ShownOnce
        label={t("keys.label", { name: created.name })}
        warning={t("keys.once")}
        secret={created.key}
        onDone={() => {
          setCreated(undefined);
          setOpen(false);
        }}
      />
    );
  if (isOpen) return <KeyForm onCreated={setCreated} onClose={() => setOpen(false)} />;
  return (
    <button type="button" className="ask-button app-people-new" onClick={() => setOpen(true)}>
      {t("keys.new")}
    </button>
  );
}

interface KeyFormProps {
  onCreated(key: CreatedApiKey): void;
  onClose(): void;
}

/** Nothing is chosen beforehand that lets a program do something. */
function KeyForm({ onCreated, onClose }: KeyFormProps) {
  const t = usePeopleTranslation();
  const { client } = useAskback();
  // What the server measures is of all projects, and for the person to whom it belongs.
  const mayMeasure = useMe().data?.scopes.includes("metrics") ?? false;
  const { run, isBusy, problem } = useChange();
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly Scope[]>([]);
  const [valid, setValid] = useState<Valid>("90");
  const [wrong, setWrong] = useState<"name" | "scopes">();
  const id = useId();
  const create = async (event: FormEvent) => {
    event.preventDefault();
    const given = name.trim();
    if (!isName(given)) return setWrong("name");
    if (chosen.length === 0) return setWrong("scopes");
    const expiry = valid === "never" ? {} : { expiresInDays: Number(valid) };
    const done = await run(() => client.keys.create({ name: given, scopes: [...chosen], ...expiry }));
    if (done) onCreated(done.value);
  };
  return (
    <form className="app-form" aria-labelledby={`${id}-title`} onSubmit={create}>
      <h2 id={`${id}-title`}>{t("keys.new")}</h2>
      <NameField
        label={t("keys.name")}
        hint={t("keys.name-hint")}
        value={name}
        problem={wrong === "name" ? t("keys.name-wrong") : undefined}
        onChange={(next) => {
          setName(next);
          setWrong(undefined);
        }}
      />
      <CheckList
        label={t("keys.scopes")}
        items={scopes
          .filter((scope) => scope !== "metrics" || mayMeasure)
          .map((scope) => ({ id: scope, label: t(`keys.scope.${scope}`) }))}
        chosen={chosen}
        problem={wrong === "scopes" ? t("keys.scopes-wrong") : undefined}
        onChange={(next) => {
          setChosen(next);
          setWrong(undefined);
        }}
      />
      <label htmlFor={`${id}-valid`}>{t("keys.expires")}</label>
      <select
        id={`${id}-valid`}
        value={valid}
        onChange={({ target }) => setValid(validDays[target.selectedIndex] ?? "90")}
      >
        {validDays.map((days) => (
          <option key={days} value={days}>
            {t(`keys.valid.${days}`)}
          </option>
        ))}
      </select>
      <FormFooter submit="keys.create" isBusy={isBusy} problem={problem} onCancel={onClose} />
    </form>
  );
}
