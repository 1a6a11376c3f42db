import type { ComponentProps } from "react";
import { Icon } from "./icon.tsx";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children" | "className" | "title" | "type"> {
  readonly icon: ComponentProps<typeof Icon>["name"];
  /** Its name, which a pointer shows too. */
  readonly label: string;
}

/** A button with an icon in place of words. */
export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <button type="button" className="ask-icon" aria-label={label} title={label} {...rest}>
      <Icon name={icon} />
    </button>
  );
}
