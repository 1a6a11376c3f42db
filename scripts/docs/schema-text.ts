/** The part of JSON Schema that the API uses. */
export interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: boolean | Schema;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** A type in words, with a link where it is a schema of its own. */
export function typeText(schema: Schema): string {
  const { $ref, enum: values, const: value, items, properties, additionalProperties } = schema;
  if ($ref !== undefined) {
    const name = $ref.slice($ref.lastIndexOf("/") + 1);
    return `[${name}](#${name.toLowerCase()})`;
  }
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return [...new Set(choices.map(typeText))].join(" or ");
  if (values) return values.map((one) => `\`${JSON.stringify(one)}\``).join(", ");
  if (value !== undefined) return `\`${JSON.stringify(value)}\``;
  if (items) return `list of ${typeText(items)}${limits(schema)}`;
  if (properties) return objectText(schema);
  if (typeof additionalProperties === "object") return `map to ${typeText(additionalProperties)}`;
  const names = [schema.type ?? "any value"].flat();
  return `${names.join(" or ")}${schema.format === "date-time" ? " (time)" : ""}${limits(schema)}`;
}

/** An object without a name: its fields with their types, so deep that it can be read in a line. */
function objectText({ properties = {}, required = [] }: Schema): string {
  const fields = Object.entries(properties).map(([name, field]) => {
    const mark = required.includes(name) ? "" : "?";
    return `\`${name}\`${mark}${field.properties ? "" : `: ${typeText(field)}`}`;
  });
  return `{ ${fields.join(", ")} }`;
}

/** A row for each field: its name, its type and what it is. Fields of a nested object follow it, by their path. */
export function fieldRows(schema: Schema, path = ""): string[][] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const fieldPath = `${path}${name}`;
    const mark = schema.required?.includes(name) ? "" : "?";
    const inner = field.properties ? fieldRows(field, `${fieldPath}.`) : [];
    const ofItems = field.items?.properties ? fieldRows(field.items, `${fieldPath}[].`) : [];
    const type = field.properties ? "object" : field.items?.properties ? "list of objects" : typeText(field);
    return [[`\`${fieldPath}\`${mark}`, type, field.description ?? ""], ...inner, ...ofItems];
  });
}

/** An integer without a limit of its own has the largest safe one, which says nothing. */
function limits({ minimum, maximum, maxLength, minItems, maxItems }: Schema): string {
  const isLimit = (value: number | undefined): value is number =>
    value !== undefined && Math.abs(value) !== Number.MAX_SAFE_INTEGER;
  const [low, high] = [minimum ?? minItems, maximum ?? maxItems].map((value) => (isLimit(value) ? value : undefined));
  const texts = [
    low !== undefined && high !== undefined ? `${low} to ${high}` : undefined,
    low !== undefined && high === undefined && low !== 0 ? `at least ${low}` : undefined,
    low === undefined && high !== undefined ? `at most ${high}` : undefined,
    maxLength !== undefined ? `at most ${maxLength} characters` : undefined,
  ].filter((text) => text !== undefined);
  return texts.length > 0 ? `, ${texts.join(", ")}` : "";
}
