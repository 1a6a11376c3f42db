import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@askback/react/styles.css";
import { Workshop } from "./workshop.tsx";
import "./workshop.css";

/** `?story=card/held&theme=dark&dir=rtl` shows one story; without one all are shown. */
const parameters = new URLSearchParams(location.search);
const direction = parameters.get("dir") === "rtl" ? "rtl" : "ltr";
const page = document.documentElement;
page.dir = direction;
page.lang = direction === "rtl" ? "ar" : "en";
page.dataset.theme = parameters.get("theme") ?? "light";

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Workshop name={parameters.get("story")} language={direction === "rtl" ? "ar" : "en"} />
    </StrictMode>,
  );
