import type { Language } from "@askback/react";
import { type Story, stories } from "./stories.tsx";

interface WorkshopProps {
  /** Of the story to show; all of them where there is none. */
  readonly name: string | null;
  readonly language: Language;
}

/** Every component in every state. */
export function Workshop({ name, language }: WorkshopProps) {
  if (name !== null)
    return (
      <main className="workshop-story">
        {stories
          .filter((story) => story.name === name)
          .map((story) => (
            <Bench key={story.name} story={story} language={language} />
          ))}
      </main>
    );
  return (
    <>
      <nav aria-label="Stories" className="workshop-stories">
        {stories.map((story) => (
          <a key={story.name} href={`?story=${encodeURIComponent(story.name)}`}>
            {story.name}
          </a>
        ))}
      </nav>
      <main className="workshop-all">
        {stories.map((story) => (
          <Bench key={story.name} story={story} language={language} />
        ))}
      </main>
    </>
  );
}

function Bench({ story, language }: { readonly story: Story; readonly language: Language }) {
  return (
    <section className="workshop-bench" data-component={story.name.split("/")[0]}>
      <h1 dir="ltr">{story.name}</h1>
      {story.show(language)}
    </section>
  );
}
