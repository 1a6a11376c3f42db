import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import "@askback/react/styles.css";
import { applySpeech, speechOf } from "./speech.ts";
import { Workshop } from "./workshop.tsx";
import "./workshop.css";

/** `?story=card/held&theme=dark&language=ar` shows one story; without one all are shown. */
const parameters = new URLSearchParams(location.search);
const speech = speechOf(parameters.get("language") ?? "en");
applySpeech(speech);
document.documentElement.dataset.theme = parameters.get("theme") ?? "light";

const root = document.querySelector("#root");
if (root)
  createRoot(root).render(
    <StrictMode>
      <Workshop name={parameters.get("story")} speech={speech} />
    </StrictMode>,
  );
