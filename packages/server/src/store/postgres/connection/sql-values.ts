/** The time in milliseconds as SQL: the parameter, which only tests give, or else the database's clock. */
export function nowSql(parameter: string): string {
  return `coalesce(${parameter}::bigint, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)`;
}

/** PostgreSQL text holds every character but NUL; inside JSON it is escaped. */
export function withoutNul<Text extends string | null>(text: Text): Text {
  return (text?.replaceAll("\0", "") ?? null) as Text;
}
