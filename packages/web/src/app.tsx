import { useLastUser, useMe } from "@askback/react";
import { lazy, Suspense, useEffect, useRef, useState } from "react";
import { ownSubscription } from "./desktop-notifications/own-subscription.ts";
import { useOpenCount } from "./desktop-notifications/use-open-count.ts";
import { useQuestionNotifications } from "./desktop-notifications/use-question-notifications.ts";
import { useAppTranslation } from "./i18n/use-app-translation.ts";
import { ErrorBoundary } from "./layout/error-boundary.tsx";
import { Layout } from "./layout/layout.tsx";
import { RouteTitle } from "./layout/page-title.tsx";
import { Skeleton } from "./layout/skeleton.tsx";
import { NotFoundPage } from "./pages/not-found-page.tsx";
import { openWantedPage } from "./pages/page-after-sign-in.ts";
import { QuestionPage } from "./pages/question-page.tsx";
import { PaletteProvider } from "./palette/palette-context.tsx";
import { parseRoute, type Route, type SettingsSection } from "./route.ts";
import { useRoute } from "./router.tsx";

const loadStartPage = async () => ({ default: (await import("./pages/start-page.tsx")).StartPage });
const loadChatPage = async () => ({ default: (await import("./pages/chat-page.tsx")).ChatPage });
const StartPage = lazy(loadStartPage);
const ChatPage = lazy(loadChatPage);
const AgentPage = lazy(async () => ({ default: (await import("./pages/agent-page.tsx")).AgentPage }));
const InboxPage = lazy(async () => ({ default: (await import("./pages/inbox-page.tsx")).InboxPage }));
const AuditPage = lazy(async () => ({ default: (await import("./audit/audit-page.tsx")).AuditPage }));
const InsightPage = lazy(async () => ({ default: (await import("./insight/insight-page.tsx")).InsightPage }));
const NotificationsPage = lazy(async () => ({
  default: (await import("./notifications/notifications-page.tsx")).NotificationsPage,
}));
const SignInPage = lazy(async () => ({ default: (await import("./pages/sign-in-page.tsx")).SignInPage }));
const SettingsPage = lazy(async () => ({ default: (await import("./pages/settings-page.tsx")).SettingsPage }));
const MembersPage = lazy(async () => ({ default: (await import("./people/members-page.tsx")).MembersPage }));
const KeysPage = lazy(async () => ({ default: (await import("./people/keys/keys-page.tsx")).KeysPage }));
const SessionsPage = lazy(async () => ({
  default: (await import("./people/sessions/sessions-page.tsx")).SessionsPage,
}));

// The pages that most people open are requested before the first render, and the one that a start leads to with it.
const { page: firstPage } = parseRoute(location.pathname);
if (firstPage === "home") request(loadStartPage);
if (firstPage === "home" || firstPage === "chat" || firstPage === "question") request(loadChatPage);

async function endSubscriptionOfOthers(person: string): Promise<void> {
  if (ownSubscription() === undefined) return;
  const push = await import("./desktop-notifications/push-subscription.ts");
  await push.endSubscriptionOfOthers(person);
}

/** A page that cannot be loaded says so when it is shown; what is not shown is requested by the next page too. */
function request(load: () => Promise<unknown>): void {
  load().catch(() => {});
}

/** How long somebody who was signed in before waits for the server to confirm it; a bad connection may take much longer. */
const patienceMs = 1_000;

/** The app, or the sign-in page. */
export function App() {
  const me = useMe();
  const isSignedIn = me.status === "success";
  useEffect(() => {
    if (isSignedIn) openWantedPage();
  }, [isSignedIn]);
  const person = me.data?.id;
  useEffect(() => {
    if (person !== undefined) request(() => endSubscriptionOfOthers(person));
  }, [person]);
  const isRefused = me.status === "error" && me.error.status === 401;
  const isAgain = useReloadOnceAccepted(isRefused, isSignedIn);
  const wasSignedIn = useLastUser() !== undefined;
  const isLate = useHasPassed(patienceMs);
  if (isRefused)
    return (
      <Suspense fallback={<Skeleton />}>
        <SignInPage command={me.error.signInCommand ?? "askback link"} />
      </Suspense>
    );
  if (isAgain || (me.status === "pending" && !(wasSignedIn && isLate))) return <Skeleton />;
  return <SignedIn />;
}

/** Loads the page anew once its session is back, as after another tab has signed in: it received no events meanwhile. */
function useReloadOnceAccepted(isRefused: boolean, isSignedIn: boolean): boolean {
  const wasRefused = useRef(false);
  if (isRefused) wasRefused.current = true;
  const isAgain = wasRefused.current && isSignedIn;
  useEffect(() => {
    if (isAgain) location.reload();
  }, [isAgain]);
  return isAgain;
}

/** Whether so many milliseconds have passed. */
function useHasPassed(ms: number): boolean {
  const [hasPassed, setHasPassed] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setHasPassed(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return hasPassed;
}

function SignedIn() {
  const route = useRoute();
  const open = useOpenCount();
  useQuestionNotifications();
  return (
    <PaletteProvider>
      <Layout route={route} open={open}>
        <RouteTitle route={route} open={open} />
        <ErrorBoundary key={pageKey(route)}>
          <Suspense fallback={<Loading />}>
            <Page route={route} />
          </Suspense>
        </ErrorBoundary>
      </Layout>
    </PaletteProvider>
  );
}

/** A page that broke breaks no other. */
function pageKey(route: Route): string {
  return route.page === "settings" ? `settings ${route.section}` : route.page;
}

function Loading() {
  const t = useAppTranslation();
  return (
    <section className="app-state" aria-busy="true">
      <h1 className="ask-hidden">{t("app.name")}</h1>
      <p className="app-loading">{t("app.loading")}</p>
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
      return <InboxPage {...route} />;
    case "question":
      return <QuestionPage inquiry={route.inquiry} />;
    case "agent":
      return <AgentPage key={route.agent} name={route.agent} />;
    case "audit":
      return <AuditPage key={route.inquiry} inquiry={route.inquiry} />;
    case "insight":
      return <InsightPage />;
    case "notifications":
      return <NotificationsPage />;
    case "settings":
      return <SettingsSectionPage section={route.section} />;
    case "unknown":
      return <NotFoundPage />;
  }
}

function SettingsSectionPage({ section }: { readonly section: SettingsSection | undefined }) {
  switch (section) {
    case undefined:
      return <SettingsPage />;
    case "members":
      return <MembersPage />;
    case "keys":
      return <KeysPage />;
    case "sessions":
      return <SessionsPage />;
  }
}
