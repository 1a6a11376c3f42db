import { useTranslation } from "@askback/react";
import type { AppMessageId } from "./en.ts";

/** Translates the messages of the app itself. */
export const useAppTranslation = useTranslation<AppMessageId>;
