import type { Me } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useId, useState } from "react";
import { useAppTranslation } from "../i18n/use-app-translation.ts";
import "./project-choice.css";

/** Chooses the project of this browser. The page begins anew, since all that it shows is of one project; so do other tabs. */
export function ProjectChoice({ me: { project, projects = [] } }: { readonly me: Me }) {
  const t = useAppTranslation();
  const { client } = useAskback();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const choose = async (next: string | undefined) => {
    if (next === undefined) return;
    const reply = await client.sessions.chooseProject({ project: next });
    if (reply.ok) location.assign("/");
    else setProblem(reply.error.title);
  };
  return (
    <div className="app-project">
      <label htmlFor={id}>{t("nav.project")}</label>
      <select id={id} value={project} onChange={({ target }) => void choose(projects[target.selectedIndex]?.id)}>
        {projects.map((one) => (
          <option key={one.id} value={one.id}>
            {one.name}
          </option>
        ))}
      </select>
      {problem !== undefined && (
        <p className="ask-alert" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}
