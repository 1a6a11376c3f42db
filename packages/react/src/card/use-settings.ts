import { useContext, useState } from "react";
import { AskbackContext } from "../askback-context.ts";
import { defaultSettings, type Settings } from "../settings.ts";

/** The reader's settings; a card that stands alone, without a provider, keeps its own. */
export function useSettings(): readonly [Settings, (changed: Partial<Settings>) => void] {
  const askback = useContext(AskbackContext);
  const [own, setOwn] = useState(defaultSettings);
  if (askback) return [askback.settings, askback.change];
  return [own, (changed) => setOwn({ ...own, ...changed })];
}
