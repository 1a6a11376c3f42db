import { useWords } from "@askback/react";
import type { AppMessageId } from "./en.ts";

/** The words of the app itself. */
export const useAppWords = useWords<AppMessageId>;
