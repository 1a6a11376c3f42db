import type { Conversation } from "@askback/core";

interface Row {
  readonly conversation: Conversation;
  readonly dueAt: number | undefined;
  readonly lease: unknown;
}

/** Chooses what a claim takes of the rows that are due, oldest first: see `STORE-7`. */
export function createMemoryTurns<Each extends Row>(allRows: () => readonly Each[]) {
  let lastProject = "";

  return (due: readonly Each[], limit: number): readonly Each[] => {
    const lapsed = due.filter((row) => row.lease).slice(0, limit);
    const free = due.filter((row) => !row.lease);
    const room = limit - lapsed.length;
    const taken = new Set<Each>([...lapsed, ...(free.length > room ? inTurn(free, room) : [])]);
    for (const row of free) if (taken.size < limit) taken.add(row);
    return due.filter((row) => taken.has(row));
  };

  function inTurn(free: readonly Each[], room: number): readonly Each[] {
    const waiting = allRows().filter(({ dueAt, lease }) => dueAt !== undefined && !lease);
    const projects = [...new Set(waiting.map(projectOf))].sort();
    const circle = [
      ...projects.filter((each) => each > lastProject),
      ...projects.filter((each) => each <= lastProject),
    ];
    const turns: string[] = [];
    for (const project of circle) {
      if (turns.length === room) break;
      lastProject = project;
      if (free.some((row) => projectOf(row) === project)) turns.push(project);
    }
    const share = Math.floor(room / turns.length);
    return turns.flatMap((project) => free.filter((row) => projectOf(row) === project).slice(0, share));
  }
}

function projectOf({ conversation }: Row): string {
  return conversation.project;
}
