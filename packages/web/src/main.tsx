import "@fontsource-variable/inter/wght.css";
import "@askback/react/styles.css";
import "./styles/base.css";
import "./layout/layout.css";
import "./layout/small-screens.css";
import "./layout/states.css";
import "./conversations/conversations.css";
import "./pages/pages.css";
import "./styles/print.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Root } from "./root.tsx";

const container = document.getElementById("root");
if (!container) throw new Error("The page has no element with the id `root`.");
createRoot(container).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
