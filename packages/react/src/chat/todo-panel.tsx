import type { Conversation } from "@askback/core/wire";
import { useWords } from "../i18n/use-words.ts";

/** What the agent means to do, folded to how far it is. */
export function TodoPanel({ todos }: { readonly todos: NonNullable<Conversation["todos"]> }) {
  const words = useWords();
  const done = todos.filter(({ status }) => status === "completed").length;
  const current = todos.find(({ status }) => status === "in_progress");
  return (
    <details className="ask-todos ask-fold">
      <summary>
        <span className="ask-todos-title">{words("todos.title")}</span>
        <span className="ask-todos-progress">{words("todos.progress", { done, total: todos.length })}</span>
        {current && (
          <span className="ask-todos-current" dir="auto">
            {current.content}
          </span>
        )}
      </summary>
      <ol className="ask-todo-list">
        {todos.map(({ content, status }) => (
          <li key={content} className="ask-todo" data-status={status}>
            <span className="ask-todo-mark" role="img" aria-label={words(`todos.${status}`)} />
            <span dir="auto">{content}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
