import { useId } from "react";

interface CheckListProps<Id extends string> {
  readonly label: string;
  readonly items: readonly { readonly id: Id; readonly label: string }[];
  readonly chosen: readonly Id[];
  /** Says that something is missing. */
  readonly problem?: string | undefined;
  onChange(chosen: readonly Id[]): void;
}

/** Several of a few things, as native boxes. */
export function CheckList<Id extends string>({ label, items, chosen, problem, onChange }: CheckListProps<Id>) {
  const id = useId();
  return (
    <fieldset className="app-checks" aria-describedby={problem === undefined ? undefined : id}>
      <legend>{label}</legend>
      {items.map((item) => (
        <label key={item.id}>
          <input
            type="checkbox"
            checked={chosen.includes(item.id)}
            onChange={({ target }) =>
              onChange(target.checked ? [...chosen, item.id] : chosen.filter((one) => one !== item.id))
            }
          />
          <bdi>{item.label}</bdi>
        </label>
      ))}
      {problem !== undefined && (
        <p id={id} className="ask-alert" role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  );
}
