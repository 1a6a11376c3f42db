import type { Contact } from "@askback/core/wire";
import { deviceName, useAskback, useLanguage, useMe } from "@askback/react";
import { useEffect, useId, useState } from "react";
import { keepOwnSubscription, ownSubscription } from "../desktop-notifications/own-subscription.ts";
import {
  hasSubscription,
  type PushRefusal,
  pushRefusal,
  subscribeToPush,
  unsubscribeFromPush,
} from "../desktop-notifications/push-subscription.ts";
import { useContactTranslation } from "../i18n/contact.ts";

interface PushBrowsersProps {
  readonly contact: Contact;
  /** The server's key, with which a browser subscribes. */
  readonly pushKey: string;
  onContact(contact: Contact): void;
}

type Problem = { readonly refusal: PushRefusal } | { readonly on?: string; readonly removed?: string };

/** The browsers that show questions while the app is closed, and the button for this one. */
export function PushBrowsers({ contact, pushKey, onContact }: PushBrowsersProps) {
  const t = useContactTranslation();
  const { client } = useAskback();
  const person = useMe().data?.id;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem>({});
  const [own, setOwn] = useState<string>();
  const id = useId();
  const { subscriptions } = contact;
  const isOn = subscriptions.some((one) => one.id === own);
  const refusal = pushRefusal() ?? ("refusal" in problem ? problem.refusal : undefined);
  useEffect(() => {
    void hasSubscription().then((has) => setOwn(has ? ownSubscription() : undefined));
  }, []);

  const switchOn = async () => {
    if (isBusy) return;
    setBusy(true);
    setProblem({});
    const given = await subscribeToPush(pushKey);
    if (typeof given === "string") setProblem({ refusal: given });
    else {
      const reply = await client.contact.addSubscription({ ...given, device: deviceName(navigator.userAgent) });
      if (reply.ok) {
        const known = new Set(subscriptions.map((one) => one.id));
        const added = reply.value.subscriptions.find((one) => !known.has(one.id)) ?? reply.value.subscriptions.at(-1);
        keepOwnSubscription(added && { id: added.id, person });
        setOwn(added?.id);
        onContact(reply.value);
      } else setProblem({ on: reply.error.title });
    }
    setBusy(false);
  };

  const remove = async (subscription: string) => {
    setProblem({});
    const reply = await client.contact.removeSubscription(subscription);
    if (!reply.ok) return setProblem({ removed: reply.error.title });
    onContact(reply.value);
    if (subscription !== own) return;
    keepOwnSubscription(undefined);
    setOwn(undefined);
    // The server tells it nothing more, so that a browser that fails to unsubscribe does no harm.
    await unsubscribeFromPush().catch(() => {});
  };

  return (
    <section className="app-contact-push" aria-labelledby={id}>
      <h3 id={id}>{t("push.title")}</h3>
      <p className="app-note">{t("push.about")}</p>
      {(refusal === "unsupported" || refusal === "insecure" || refusal === "denied") && !isOn ? (
        <p className="app-note app-contact-refusal" role="status">
          {t(`push.${refusal}`)}
        </p>
      ) : (
        <button
          type="button"
          className="ask-button"
          onClick={() => void (isOn && own !== undefined ? remove(own) : switchOn())}
        >
          {t(isOn ? "push.off" : "push.on")}
        </button>
      )}
      <p className="app-note" role="status">
        {isBusy && t("push.asking")}
        {!isBusy && isOn && t("push.is-on")}
      </p>
      <PushProblem problem={problem} />
      {subscriptions.length === 0 ? (
        <p className="app-note">{t("push.none")}</p>
      ) : (
        <ul className="app-contact-browsers">
          {subscriptions.map((one) => (
            <Browser key={one.id} {...one} isOwn={one.id === own} onRemove={() => void remove(one.id)} />
          ))}
        </ul>
      )}
    </section>
  );
}

function PushProblem({ problem }: { readonly problem: Problem }) {
  const t = useContactTranslation();
  const text =
    "refusal" in problem
      ? problem.refusal === "service"
        ? t("push.failed", { problem: t("push.service") })
        : problem.refusal === "dismissed" && t("push.dismissed")
      : problem.on !== undefined
        ? t("push.failed", { problem: problem.on })
        : problem.removed !== undefined && t("push.not-removed", { problem: problem.removed });
  if (!text) return null;
  return (
    <p className="ask-alert" role="alert">
      {text}
    </p>
  );
}

interface BrowserProps {
  readonly device?: string | undefined;
  readonly createdAt: string;
  readonly isOwn: boolean;
  onRemove(): void;
}

function Browser({ device, createdAt, isOwn, onRemove }: BrowserProps) {
  const t = useContactTranslation();
  const date = new Intl.DateTimeFormat(useLanguage(), { dateStyle: "medium" }).format(Date.parse(createdAt));
  const name = device ?? t("push.unnamed");
  return (
    <li>
      <bdi>{name}</bdi>
      {isOwn && <span className="app-contact-own">{t("push.this")}</span>}
      <span className="ask-muted">{t("push.since", { date })}</span>
      <button type="button" className="ask-quiet" onClick={onRemove}>
        {t("push.remove", { device: name })}
      </button>
    </li>
  );
}
