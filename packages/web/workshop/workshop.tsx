import { type Story, stories } from "./stories.tsx";
import type { StoryLanguage } from "./story-language.ts";

interface WorkshopProps {
  /** The name of the story to show; all stories are shown without one. */
  readonly name: string | null;
  readonly language: StoryLanguage;
}

/** Every component in every state. */
export function Workshop({ name, language }: WorkshopProps) {
  if (name !== null)
    return (
      <main className="workshop-story">
        {stories
          .filter((story) => story.name === name)
          .map((story) => (
            <StoryFrame key={story.name} story={story} language={language} />
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
          <StoryFrame key={story.name} story={story} language={language} />
        ))}
      </main>
    </>
  );
}

function StoryFrame({ story, language }: { readonly story: Story; readonly language: StoryLanguage }) {
  return (
    <section className="workshop-bench" data-component={story.name.split("/")[0]}>
      <h1 dir="ltr">{story.name}</h1>
      {story.show(language)}
    </section>
  );
}
