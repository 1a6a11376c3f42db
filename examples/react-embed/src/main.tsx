import { AskbackProvider, Inbox } from "@askback/react";
import { createRoot } from "react-dom/client";
import "@askback/react/styles.css";

const { VITE_ASKBACK_URL: url, VITE_ASKBACK_KEY: apiKey } = import.meta.env;

createRoot(document.getElementById("inbox") as HTMLElement).render(
  <AskbackProvider url={url} apiKey={apiKey}>
    <Inbox />
  </AskbackProvider>,
);
