import { useMe } from "@askback/react";
import { lazy, Suspense } from "react";

const ProjectChoice = lazy(async () => ({ default: (await import("../people/project-choice.tsx")).ProjectChoice }));

/** The choice of a project, for people of several; nobody else loads it. */
export function ProjectSwitch() {
  const me = useMe().data;
  if (!me?.session || (me.projects ?? []).length < 2) return null;
  return (
    <Suspense fallback={null}>
      <ProjectChoice me={me} />
    </Suspense>
  );
}
