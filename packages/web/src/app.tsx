import { useAskback, useSource } from "@askback/react";
import { lazy, Suspense } from "react";
import { useOpenCount } from "./attention/use-open-count.ts";
import { useQuestionNotices } from "./attention/use-question-notices.ts";
import { useAppWords } from "./i18n/use-app-words.ts";
import { FaultBoundary } from "./layout/fault-boundary.tsx";
import { Layout } from "./layout/layout.tsx";
import { QuestionPage } from "./pages/question-page.tsx";
import { SignInPage } from "./pages/sign-in-page.tsx";
import { StartPage } from "./pages/start-page.tsx";
import { UnknownPage } from "./pages/unknown-page.tsx";
import type { Route } from "./route.ts";
import { useRoute } from "./router.tsx";

// Asked for before anything is drawn, since it is the page that most people want.
const chatPage = import("./pages/chat-page.tsx");
const ChatPage = lazy(async () => ({ default: (await chatPage).ChatPage }));
const InboxPage = lazy(async () => ({ default: (await import("./pages/inbox-page.tsx")).InboxPage }));
const SettingsPage = lazy(async () => ({ default: (await import("./pages/settings-page.tsx")).SettingsPage }));

/** The app, or how to be let in. */
export function App() {
  const me = useSource(useAskback().live.me);
  const isStranger = me.status === "failed" && me.problem.status === 401;
  return isStranger ? <SignInPage /> : <SignedIn />;
}

function SignedIn() {
  const words = useAppWords();
  const route = useRoute();
  const open = useOpenCount(words("app.name"));
  useQuestionNotices();
  return (
    <Layout route={route} open={open}>
      <FaultBoundary key={route.page}>
        <Suspense fallback={<Loading />}>
          <Page route={route} />
        </Suspense>
      </FaultBoundary>
    </Layout>
  );
}

function Loading() {
  const words = useAppWords();
  return (
    <section className="app-empty" aria-busy="true">
      <h1 className="ask-hidden">{words("app.name")}</h1>
      <p>{words("app.loading")}</p>
    </section>
  );
}

function Page({ route }: { readonly route: Route }) {
  switch (route.page) {
    case "home":
      return <StartPage />;
    case "chat":
      return <ChatPage conversation={route.conversation} />;
    case "inbox":
      return <InboxPage view={route.view} outcome={route.outcome} inquiry={route.inquiry} />;
    case "question":
      return <QuestionPage inquiry={route.inquiry} />;
    case "settings":
      return <SettingsPage />;
    case "unknown":
      return <UnknownPage />;
  }
}
