import { Suspense } from "react";
import { lazyDialog } from "./lazy-dialog.tsx";
import type { ShortcutDialogProps } from "./shortcut-dialog.tsx";

const ShortcutDialog = lazyDialog(async () => (await import("./shortcut-dialog.tsx")).ShortcutDialog);

/** A dialog that lists keys and what they do, loaded on first use. */
export function ShortcutSheet(props: ShortcutDialogProps) {
  return (
    <Suspense fallback={null}>
      <ShortcutDialog {...props} />
    </Suspense>
  );
}
