// Shows what the reader came for as plain text while the app loads: the question of a conversation, those of the inbox, or the heading of the start
// page. It is small beside the app, so that on a slow device the question can be read before the app runs. first-content.test.ts compares it with the app.
(() => {
  const path = location.pathname;
  const [, first, second, third] = path.split("/");
  const titles = {
    en: "What should we work on?",
    de: "Woran sollen wir arbeiten?",
    es: "¿En qué trabajamos?",
    fr: "Sur quoi travaillons-nous ?",
    ja: "何に取り組みましょうか？",
    "zh-CN": "我们来做什么？",
    ar: "على ماذا نعمل؟",
  };

  // The app removes nothing of it: it goes in the frame in which the app shows the page, or leaves it for another.
  const observer = new MutationObserver(() => {
    const main = document.querySelector("main");
    if (location.pathname === path && (!main || main.querySelector("section[aria-busy=true]"))) return;
    observer.disconnect();
    document.getElementById("first-content").remove();
  });
  observer.observe(document, { subtree: true, childList: true, attributeFilter: ["aria-busy"] });

  void show();

  async function show() {
    const content = await read();
    if (content) document.getElementById("first-content")?.append(content);
  }

  async function read() {
    if (path === "/") return (await get("/v1/me")) && startPage();
    if (first === "c" && second) return conversationPage(await get(`/v1/conversations/${second}`));
    if (first === "inbox" && !third && !location.search && (second ?? "needs-you") === "needs-you")
      return inboxPage(await get("/v1/inquiries?status=open&snoozed=false&limit=12"));
    return undefined;
  }

  async function get(address) {
    try {
      const response = await fetch(address, { headers: { accept: "application/json" }, priority: "high" });
      const body = await response.json();
      return response.ok ? body : undefined;
    } catch {
      // Without a connection the app shows what was last seen.
      return undefined;
    }
  }

  function startPage() {
    return element("first-start", [
      element("first-title", titles[document.documentElement.lang]),
      element("first-field"),
    ]);
  }

  function conversationPage(conversation) {
    if (!conversation) return undefined;
    const { title, inquiry } = conversation;
    return element("first-chat", [title && element("first-header", title), inquiry && card(inquiry)]);
  }

  /** The first question; the words of an approval are not the agent's, and the app has them in the reader's language. */
  function card({ questions: [question], context, approval, heldUntil }) {
    const text = plain(question?.text);
    if (!text || approval || heldUntil) return undefined;
    const options = question.options.map(({ label, description }) =>
      element("first-option", [element("first-label", label), description && element("first-note", description)]),
    );
    const summary = plain(context?.split("\n", 1)[0]);
    return element("first-card", [
      element("first-question", text),
      summary && element("first-context", summary),
      ...options,
    ]);
  }

  /** The rows in the order of the app, if all of them are known. */
  function inboxPage(page) {
    if (!page || page.next) return undefined;
    const soon = Date.now() + 30 * 60_000;
    const key = ({ deadline, approval, askedAt }) => {
      if (deadline && Date.parse(deadline) <= soon) return `0 ${deadline}`;
      return `${approval ? 1 : 2} ${askedAt}`;
    };
    const ordered = page.items.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
    const conversations = new Set(ordered.map(({ conversationId }) => conversationId));
    // The title of a conversation with several questions is a row of its own.
    if (conversations.size < ordered.length) return undefined;
    const rows = ordered.map((inquiry) => element("first-row", [element("first-line", rowText(inquiry) ?? "")]));
    return element("first-inbox", rows);
  }

  function rowText({ approval, questions }) {
    return approval ? approval.presentation?.title : plain(questions[0]?.text);
  }

  /** Without the marks of bold text and of code; undefined where other marks may change the meaning. */
  function plain(text = "") {
    const bare = text.replaceAll(/\*\*([^*`]+)\*\*|`([^*`]+)`/g, "$1$2");
    return /[*_`[\]\\#<>|~]/.test(bare) ? undefined : bare;
  }

  function element(className, content) {
    const made = document.createElement("div");
    made.className = className;
    if (typeof content === "string") {
      made.dir = "auto";
      made.textContent = content;
    } else made.append(...(content ?? []).filter(Boolean));
    return made;
  }
})();
