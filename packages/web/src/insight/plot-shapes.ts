/** The height of a plot in the units of its values: the highest of them, or the next round number for counts. */
export function scaleTop(highest: number, isCount: boolean): number {
  if (!isCount) return highest;
  if (highest <= 4) return 4;
  const step = 10 ** Math.floor(Math.log10(highest));
  const rounded = [1, 2, 4, 5, 8, 10].find((times) => times * step >= highest) ?? 10;
  return rounded * step;
}

/** Values as steps in a square of 100 by 100, each over its part of the width. */
export function linePath(values: readonly number[], top: number): string {
  const width = 100 / Math.max(1, values.length);
  const height = (value: number) => round(100 - (value / (top || 1)) * 99);
  const [first = 0, ...rest] = values;
  const steps = rest.map((value, index) => `H${round((index + 1) * width)}V${height(value)}`);
  return `M0 ${height(first)}${steps.join("")}H100`;
}

/** Values as bars in the same square. */
export function barsOf(values: readonly number[], top: number): string {
  const width = 100 / Math.max(1, values.length);
  return values
    .map((value, index) => {
      const height = round((value / (top || 1)) * 99);
      return height === 0 ? "" : `M${round((index + 0.15) * width)} 100v${-height}h${round(0.7 * width)}v${height}z`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
