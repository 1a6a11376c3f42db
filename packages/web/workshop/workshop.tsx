import type { Speech } from "./speech.ts";
import { type Story, stories } from "./stories.tsx";

interface WorkshopProps {
  /** Of the story to show; all of them where there is none. */
  readonly name: string | null;
  readonly speech: Speech;
}

/** Every component in every state. */
export function Workshop({ name, speech }: WorkshopProps) {
  if (name !== null)
    return (
      <main className="workshop-story">
        {stories
          .filter((story) => story.name === name)
          .map((story) => (
            <Bench key={story.name} story={story} speech={speech} />
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
          <Bench key={story.name} story={story} speech={speech} />
        ))}
      </main>
    </>
  );
}

function Bench({ story, speech }: { readonly story: Story; readonly speech: Speech }) {
  return (
    <section className="workshop-bench" data-component={story.name.split("/")[0]}>
      <h1 dir="ltr">{story.name}</h1>
      {story.show(speech)}
    </section>
  );
}
