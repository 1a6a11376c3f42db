import type { Page } from "playwright-core";

/** The controls that something covers, or that cannot be scrolled into the window. */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const controls = document.querySelectorAll<HTMLElement>("a[href], button, input, select, textarea, summary");
    const faults: string[] = [];
    const whatIsAt = (target: Element) => {
      const { left, top, right, bottom } = target.getBoundingClientRect();
      const x = (Math.max(left, 0) + Math.min(right, innerWidth)) / 2;
      const y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2;
      return document.elementFromPoint(x, y);
    };
    const isSame = (there: Element | null, target: Element) =>
      there !== null && (target.contains(there) || there.contains(target));
    for (const control of controls) {
      // A native input may be hidden below its label, which is the target then.
      const target = (control instanceof HTMLInputElement && control.closest("label")) || control;
      const isShown = target.checkVisibility({ opacityProperty: true, visibilityProperty: true });
      if (!isShown || target.closest("[inert], [aria-hidden=true]")) continue;
      const { width, height } = target.getBoundingClientRect();
      const isForScreenReaders = width <= 1 || height <= 1;
      const modal = document.querySelector("dialog:modal, [aria-modal=true]");
      if (isForScreenReaders || (modal && !modal.contains(target))) continue;
      // Some appear with the focus, or when a pointer is over what is around them.
      control.focus({ preventScroll: true });
      target.scrollIntoView({ block: "center", inline: "nearest", behavior: "instant" });
      let there = whatIsAt(target);
      // What appears with the focus needs a moment.
      for (let frame = 0; frame < 10 && !isSame(there, target); frame += 1) {
        await new Promise(requestAnimationFrame);
        there = whatIsAt(target);
      }
      if (isSame(there, target)) continue;
      const name = control.getAttribute("aria-label") ?? target.textContent?.trim().slice(0, 30);
      faults.push(
        `${target.tagName}.${target.className} “${name}” is covered by ${there?.tagName}.${there?.className}`,
      );
    }
    return faults;
  });
}

const maxStops = 60;

/** The elements that look the same with the keyboard's focus as without. */
export async function withoutFocusRing(page: Page): Promise<string[]> {
  const faults = new Set<string>();
  const seen = new Set<string>();
  for (let stop = 0; stop < maxStops; stop += 1) {
    await page.keyboard.press("Tab");
    const found = await page.evaluate(focusLook);
    if (!found) continue;
    if (seen.has(found.path)) break;
    seen.add(found.path);
    if (!found.isVisible) faults.add(found.name);
  }
  return [...faults];
}

/** Runs in the page: whether the focused element, or what is around it, changes its look with the focus. */
function focusLook(): { readonly path: string; readonly name: string; readonly isVisible: boolean } | undefined {
  const element = document.activeElement;
  if (!(element instanceof HTMLElement) || element === document.body) return undefined;
  const around: Element[] = [];
  for (let at: Element | null = element; at && around.length < 5; at = at.parentElement) around.push(at);
  const look = () =>
    [...around, ...element.querySelectorAll("*")].map((part) => {
      const { outline, boxShadow, borderColor, backgroundColor } = getComputedStyle(part);
      return `${outline}|${boxShadow}|${borderColor}|${backgroundColor}`;
    });
  const focused = look().join();
  element.blur();
  const blurred = look().join();
  element.focus({ focusVisible: true } as FocusOptions);
  const indexes = around.map((part) => [...(part.parentElement?.children ?? [])].indexOf(part));
  const name = element.getAttribute("aria-label") ?? element.textContent?.trim().slice(0, 30);
  return {
    path: `${element.tagName} ${indexes.join(".")} ${name}`,
    name: `${element.tagName}.${element.className} “${name}” does not show the focus`,
    // The field of the palette always has the focus, and the marked result shows where a key goes.
    isVisible: focused !== blurred || element.matches("[role=dialog] input"),
  };
}
