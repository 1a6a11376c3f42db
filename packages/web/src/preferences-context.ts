import { createContext, useContext } from "react";
import { defaultPreferences, type Preferences } from "./preferences.ts";

interface PreferencesState {
  readonly preferences: Preferences;
  prefer(change: Partial<Preferences>): void;
}

export const PreferencesContext = createContext<PreferencesState>({
  preferences: defaultPreferences,
  prefer: () => {},
});

export function usePreferences(): PreferencesState {
  return useContext(PreferencesContext);
}
