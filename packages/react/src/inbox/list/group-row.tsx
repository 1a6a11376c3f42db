import { neutralise } from "@askback/core";
import { Button } from "react-aria-components";
import { useTranslation } from "../../i18n/use-translation.ts";
import { useServerQuery } from "../../use-server-query.ts";
import { useInboxData } from "../use-inbox.ts";
import type { ListRow } from "./row-groups.ts";

interface GroupRowProps {
  readonly group: ListRow & { readonly type: "group" };
  onFold(): void;
}

/** The title of a conversation with several inquiries, which folds them. */
export function GroupRow({ group: { conversationId, count, isFolded }, onFold }: GroupRowProps) {
  const t = useTranslation();
  const { title } = useServerQuery(useInboxData().conversation(conversationId)).data ?? {};
  return (
    <div className="ask-inbox-group">
      <Button className="ask-inbox-fold" aria-expanded={!isFolded} onPress={onFold}>
        {title && <bdi>{neutralise(title)}</bdi>}
        <span>{t("inbox.questions", { count })}</span>
      </Button>
    </div>
  );
}
