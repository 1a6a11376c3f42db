import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@askback/react/styles.css";
import { applyLanguage, findStoryLanguage } from "./story-language.ts";
import { Workshop } from "./workshop.tsx";
import "./workshop.css";

/** `?story=card/held&theme=dark&language=ar` shows one story; without `story` all are shown. */
const parameters = new URLSearchParams(location.search);
const language = findStoryLanguage(parameters.get("language") ?? "en");
applyLanguage(language);
document.documentElement.dataset.theme = parameters.get("theme") ?? "light";

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Workshop name={parameters.get("story")} language={language} />
    </StrictMode>,
  );
