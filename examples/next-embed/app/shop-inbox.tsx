"use client";

import { AskbackProvider, Inbox } from "@askback/react";

/** Calls go to this app, which adds the key: see askback/[...path]/route.ts. */
export function ShopInbox() {
  return (
    <AskbackProvider url="/askback">
      <Inbox />
    </AskbackProvider>
  );
}
