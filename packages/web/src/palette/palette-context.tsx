import { lazyDialog, paletteKey, useShortcut } from "@askback/react";
import { createContext, type ReactNode, Suspense, useContext, useState } from "react";

const Palette = lazyDialog(async () => (await import("./palette.tsx")).Palette);

const OpenPaletteContext = createContext(() => {});

/** Opens the command palette. */
export function useOpenPalette(): () => void {
  return useContext(OpenPaletteContext);
}

/** The command palette over the page inside, which its key opens and closes. */
export function PaletteProvider({ children }: { readonly children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false);
  useShortcut(paletteKey.keys[0], () => setIsOpen(!isOpen));
  return (
    <OpenPaletteContext value={() => setIsOpen(true)}>
      {children}
      {isOpen && (
        <Suspense fallback={null}>
          <Palette onClose={() => setIsOpen(false)} />
        </Suspense>
      )}
    </OpenPaletteContext>
  );
}
