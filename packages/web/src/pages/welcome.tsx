import { useAppTranslation } from "../i18n/use-app-translation.ts";

const file = "askback.config.ts";
const config = `export default {
  agents: [
    {
      name: "guide",
      description: "Plans a trip with you.",
      instructions: "You plan trips. Ask before you decide.",
      model: "anthropic/claude-sonnet-4-5",
    },
  ],
};`;

/** Says that the agents are demos, and how to add one's own. */
export function Welcome() {
  const t = useAppTranslation();
  return (
    <aside className="app-welcome">
      <p>{t("welcome.text")}</p>
      <details>
        <summary>{t("welcome.own")}</summary>
        <p>{t("welcome.how", { file: `\u2068${file}\u2069` })}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
        <pre dir="ltr" tabIndex={0}>
          {config}
        </pre>
        {/* The server has it, and not the app. */}
        <a className="app-text-link" href="/docs">
          {t("welcome.docs")}
        </a>
      </details>
    </aside>
  );
}
