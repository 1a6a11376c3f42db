/** Conditions with their values, put together; `?` stands for the next value. */
export function createWhere<Value>() {
  const conditions: string[] = [];
  const values: Value[] = [];
  return {
    values,
    get sql() {
      return conditions.length > 0 ? `where ${conditions.join(" and ")}` : "";
    },
    add(condition: string, ...bound: readonly Value[]) {
      conditions.push(condition);
      values.push(...bound);
    },
  };
}
