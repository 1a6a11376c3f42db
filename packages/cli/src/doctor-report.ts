import type { Finding } from "@askback/server";

const marks = { ok: "✔", warning: "!", failed: "✖" } as const;

/** One line for each finding, and below it what to do. */
export function reportOf(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ check }) => check.length));
  const lines = findings.flatMap(({ check, status, found, advice }) => [
    `${marks[status]} ${check.padEnd(width)}  ${found}`,
    ...(advice === undefined ? [] : [`  ${" ".repeat(width)}  → ${advice}`]),
  ]);
  return `${[...lines, "", conclusionOf(findings)].join("\n")}\n`;
}

function conclusionOf(findings: readonly Finding[]): string {
  const failed = findings.filter(({ status }) => status === "failed").length;
  const warnings = findings.filter(({ status }) => status === "warning").length;
  const parts = [...(failed > 0 ? [`${failed} failed`] : []), ...(warnings > 0 ? [`${warnings} to look at`] : [])];
  return parts.length === 0
    ? `All ${findings.length} checks passed.`
    : `Of ${findings.length} checks: ${parts.join(", ")}.`;
}
