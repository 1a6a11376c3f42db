import "@askback/react/styles.css";
import type { ReactNode } from "react";

export const metadata = { title: "A shop with an inbox" };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body style={{ margin: 0 }}>{children}</body>
    </html>
  );
}
