import { type ComponentType, type LazyExoticComponent, lazy } from "react";

/** A component that is loaded when it is first shown. If it cannot be loaded, as offline, a fallback replaces it. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  fallback: ComponentType<Props>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await load().catch(() => fallback) }));
}
