import { Suspense } from "react";
import type { CommandDialogProps } from "./command-dialog.tsx";
import { lazyDialog } from "./lazy-dialog.tsx";

const CommandDialog = lazyDialog(async () => (await import("./command-dialog.tsx")).CommandDialog);

/** A dialog to search in and to choose from, loaded on first use. */
export function CommandPalette(props: CommandDialogProps) {
  return (
    <Suspense fallback={null}>
      <CommandDialog {...props} />
    </Suspense>
  );
}
