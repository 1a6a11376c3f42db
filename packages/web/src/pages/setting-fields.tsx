import { useId } from "react";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: Readonly<Record<Value, string>>;
  readonly onChoose: (value: Value) => void;
}

/** A choice of one value, in the browser's own select. */
export function Choice<Value extends string>({ label, value, choices, onChoose }: ChoiceProps<Value>) {
  const id = useId();
  const values = Object.keys(choices) as Value[];
  return (
    <p className="app-setting">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const chosen = values[target.selectedIndex];
          if (chosen !== undefined) onChoose(chosen);
        }}
      >
        {values.map((name) => (
          <option key={name} value={name}>
            {choices[name]}
          </option>
        ))}
      </select>
    </p>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly hint?: string;
  readonly isOn: boolean;
  readonly onSwitch: (isOn: boolean) => void;
}

export function Switch({ label, hint, isOn, onSwitch }: SwitchProps) {
  const id = useId();
  return (
    <p className="app-setting app-switch">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="checkbox"
        checked={isOn}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={({ target }) => onSwitch(target.checked)}
      />
      {hint !== undefined && (
        <span className="app-setting-hint" id={`${id}-hint`}>
          {hint}
        </span>
      )}
    </p>
  );
}
