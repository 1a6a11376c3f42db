/** Creates one value for each provider, when it is first asked for, so that all components inside share it. */
export function oncePerProvider<Context extends { readonly live: object }, Value>(
  create: (context: Context) => Value,
): (context: Context) => Value {
  const values = new WeakMap<object, { readonly value: Value }>();
  return (context) => {
    const known = values.get(context.live) ?? { value: create(context) };
    values.set(context.live, known);
    return known.value;
  };
}
