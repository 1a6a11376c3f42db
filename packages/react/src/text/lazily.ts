import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** A component that is loaded when it is first shown. Where it cannot be, as without a connection, another stands in for it. */
export function lazily<Props>(
  load: () => Promise<ComponentType<Props>>,
  otherwise: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => otherwise) }));
}
