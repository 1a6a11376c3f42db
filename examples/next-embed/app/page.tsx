import { Suspense } from "react";
import { ShopInbox } from "./shop-inbox";

export default function Page() {
  return (
    <main style={{ height: "100dvh" }}>
      <Suspense fallback={null}>
        <ShopInbox />
      </Suspense>
    </main>
  );
}
