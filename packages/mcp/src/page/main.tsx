import { render } from "preact";
import { cardOf } from "./card-client.ts";
import { type CardActions, createController } from "./controller.ts";
import { connectHost, type HostContext } from "./host.ts";
import { listenToKeys } from "./keys.ts";
import { createSession, type Screen, type Session } from "./session.ts";
import { initialState, type PageState } from "./state.ts";
import { CardView } from "./views/card-view.tsx";
import { createWords } from "./words.ts";

const { documentElement: html } = document;
const root = document.querySelector("main") as HTMLElement;
const announcer = document.querySelector("[role=status]") as HTMLElement;
const { version, messages } = JSON.parse(document.querySelector("#data")?.textContent ?? "{}");

let context: HostContext = {};
let words = createWords(context, messages);
let state: PageState = initialState;
let session: Session | undefined;
let actions: CardActions | undefined;

const host = await connectHost(
  {
    onContext(changed) {
      context = { ...context, ...changed };
      words = createWords(context, messages);
      html.lang = words.language;
      html.dir = words.direction;
      // Without a theme of the host, that of the system is used.
      if (context.theme) html.dataset.theme = context.theme;
      draw();
    },
    onResult(result) {
      const card = cardOf(result);
      if (card) void session?.start(card);
      else show({ ...state, isMissing: true });
    },
    onCancelled: () => show({ ...state, isMissing: true }),
    onTeardown: async () => session?.flush(),
  },
  version,
);

const screen: Screen = {
  read: () => state,
  show,
  focus: (selector) => root.querySelector<HTMLElement>(selector)?.focus(),
  announce(...messages) {
    announcer.textContent = messages.map(({ id, values }) => words.t(id, values)).join(" ");
  },
  time: (at) => words.time(at),
  isInUse: () => document.hasFocus() && root.contains(document.activeElement),
};
session = createSession(host, screen);
actions = createController(host, screen, session);

function show(next: PageState): void {
  state = next;
  draw();
}

function draw(): void {
  if (!actions) return;
  const { openLinks, message } = host.capabilities;
  const can = { canOpen: openLinks !== undefined, canMessage: message?.text !== undefined };
  render(<CardView {...can} actions={actions} state={state} words={words} />, root);
}

listenToKeys(root, actions);
// A part that is removed with the focus in it says so while the page is drawn, so that this waits until it is.
root.addEventListener("focusout", () =>
  setTimeout(() => {
    if (state.isOvertaken && !screen.isInUse()) actions?.leave();
  }),
);
document.addEventListener("visibilitychange", () => {
  if (document.hidden) void session?.flush();
});
new ResizeObserver(() => host.tellHeight(Math.ceil(html.getBoundingClientRect().height))).observe(html);
draw();
