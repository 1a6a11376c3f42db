import { useTranslation } from "@askback/react";
import type { PeopleMessageId } from "./people-messages.ts";

/** Translates the messages of the pages about people, keys and sessions. */
export const usePeopleTranslation = useTranslation<PeopleMessageId>;
