import type { ChannelTest } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { useState } from "react";
import { useContactTranslation } from "../i18n/contact.ts";

const namedChannels = ["mail", "push", "slack"] as const;

/** A channel's name as people read it; one of the operator's own keeps its own. */
export function useChannelName(): (channel: string) => string {
  const t = useContactTranslation();
  return (channel) => {
    const named = namedChannels.find((known) => known === channel);
    return named ? t(`contact.channel.${named}`) : channel;
  };
}

interface ChannelTestsProps {
  readonly channels: readonly string[];
  /** Whether something is not saved yet, which a test would not use. */
  readonly isChanged: boolean;
}

/** A button for each channel that sends something now, with what came of it. */
export function ChannelTests({ channels, isChanged }: ChannelTestsProps) {
  const t = useContactTranslation();
  const { client } = useAskback();
  const nameOf = useChannelName();
  const [testing, setTesting] = useState<string>();
  const [result, setResult] = useState<string>();
  const test = async (channel: string) => {
    if (testing !== undefined) return;
    setTesting(channel);
    setResult(undefined);
    const reply = await client.contact.test({ channel });
    setTesting(undefined);
    const name = nameOf(channel);
    // Nothing is known of somebody who has saved nothing yet.
    const reason = reply.ok
      ? reasonOf(channel, reply.value)
      : reply.error.status === 404
        ? noAddress(channel)
        : undefined;
    if (reply.ok && reply.value.outcome === "delivered") setResult(t("contact.test-delivered", { channel: name }));
    else if (reason) setResult(t("contact.test-failed", { channel: name, reason: t(reason) }));
    else if (!reply.ok) setResult(t("contact.test-failed", { channel: name, reason: reply.error.title }));
  };
  return (
    <>
      <div className="app-contact-tests">
        {channels.map((channel) => (
          <button key={channel} type="button" className="ask-button" onClick={() => void test(channel)}>
            {t(testing === channel ? "contact.testing" : "contact.test", { channel: nameOf(channel) })}
          </button>
        ))}
      </div>
      <p className="app-note" role="status">
        {isChanged ? t("contact.test-first") : result}
      </p>
    </>
  );
}

/** What a person can do about a test that failed. */
function reasonOf(channel: string, { failure }: ChannelTest) {
  switch (failure) {
    case "no-address":
      return noAddress(channel);
    case "timeout":
    case "connection":
    case "name":
      return "contact.reason-unreachable";
    case "sign-in":
    case "certificate":
    case "not-https":
    case "private-address":
    case "no-channel":
    case "channel":
      return "contact.reason-set-up";
    default:
      return "contact.reason-refused";
  }
}

function noAddress(channel: string) {
  return channel === "push" ? "contact.reason-browser" : "contact.reason-address";
}
