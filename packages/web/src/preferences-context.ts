import { createContext, useContext } from "react";
import { defaultPreferences, type Preferences } from "./preferences.ts";

interface Chosen {
  readonly preferences: Preferences;
  prefer(change: Partial<Preferences>): void;
}

export const PreferencesContext = createContext<Chosen>({ preferences: defaultPreferences, prefer: () => {} });

export function usePreferences(): Chosen {
  return useContext(PreferencesContext);
}
