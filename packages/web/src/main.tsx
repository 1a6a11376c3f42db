import "@askback/react/styles.css";
import "./styles/app.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { Root } from "./root.tsx";

const place = document.getElementById("root");
if (!place) throw new Error("The page has no element with the id `root`.");
createRoot(place).render(
  <StrictMode>
    <Root />
  </StrictMode>,
);
