export type { Language, MessageId } from "./i18n/catalogue.ts";
