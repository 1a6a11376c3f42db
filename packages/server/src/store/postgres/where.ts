type Value = string | number | readonly string[];

/** Conditions with their values, put together; `?` stands for the next value. */
export function createWhere() {
  const conditions: string[] = [];
  const values: Value[] = [];
  return {
    values,
    get sql() {
      return conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
    },
    add(condition: string, ...bound: readonly Value[]) {
      const first = values.length;
      let count = 0;
      conditions.push(
        condition.replaceAll("?", () => {
          count += 1;
          return `$${first + count}`;
        }),
      );
      values.push(...bound);
    },
  };
}
