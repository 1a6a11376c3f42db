import type { Contact } from "@askback/core/wire";
import { useAskback } from "@askback/react";
import { type FormEvent, useState } from "react";
import { useContactTranslation } from "../i18n/contact.ts";
import { Choice, Switch } from "../pages/setting-fields.tsx";
import { AddressField } from "./address-field.tsx";
import { ChannelTests, useChannelName } from "./channel-tests.tsx";
import { bodyOf, type ContactForm, formOf, isSameForm } from "./contact-form.ts";
import { DayBoxes, DigestTimes, HourFields, TimeZoneField } from "./time-fields.tsx";

type SaveState = "idle" | "saving" | "saved" | { readonly problem: string; readonly field?: string | undefined };

interface ContactFieldsProps {
  readonly contact: Contact;
  onContact(contact: Contact): void;
}

/** Addresses, what each channel tells, quiet hours and digest. They are saved together, since the server replaces them together. */
export function ContactFields({ contact, onContact }: ContactFieldsProps) {
  const t = useContactTranslation();
  const { client } = useAskback();
  const nameOf = useChannelName();
  const saved = formOf(contact, Intl.DateTimeFormat().resolvedOptions().timeZone);
  const [form, setForm] = useState(saved);
  const [state, setState] = useState<SaveState>("idle");
  const { available } = contact;
  const isChanged = !isSameForm(form, saved);
  const problem = typeof state === "object" ? state : undefined;
  const change = (changed: Partial<ContactForm>) => {
    setForm({ ...form, ...changed });
    setState("idle");
  };
  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (state === "saving") return;
    setState("saving");
    const reply = await client.contact.save(bodyOf(form));
    if (!reply.ok) {
      const field = reply.error.errors?.[0]?.pointer.split("/").find((part) => part in form);
      return setState({ problem: reply.error.errors?.[0]?.message ?? reply.error.title, field });
    }
    onContact(reply.value);
    setForm(formOf(reply.value, form.timeZone));
    setState("saved");
  };
  return (
    <form className="app-contact-form" noValidate onSubmit={(event) => void save(event)}>
      {available.includes("mail") && (
        <AddressField
          label={t("contact.email")}
          type="email"
          value={form.email}
          wrong={problem?.field === "email" ? t("contact.email-wrong") : undefined}
          onChange={(email) => change({ email })}
        />
      )}
      {available.includes("slack") && (
        <AddressField
          label={t("contact.slack")}
          hint={t("contact.slack-hint")}
          type="text"
          value={form.slackUserId}
          wrong={problem?.field === "slackUserId" ? t("contact.slack-wrong") : undefined}
          onChange={(slackUserId) => change({ slackUserId })}
        />
      )}
      {available.map((channel) => (
        <Choice
          key={channel}
          label={t("contact.tells", { channel: nameOf(channel) })}
          value={form.channels[channel] ?? "all"}
          choices={{
            all: t("contact.tells-all"),
            important: t("contact.tells-important"),
            off: t("contact.tells-off"),
          }}
          onChoose={(choice) => change({ channels: { ...form.channels, [channel]: choice } })}
        />
      ))}
      <Switch
        label={t("contact.on-call")}
        hint={t("contact.on-call-hint")}
        isOn={form.onCall.isOn}
        onSwitch={(isOn) => change({ onCall: { ...form.onCall, isOn } })}
      />
      {form.onCall.isOn ? (
        <>
          <DayBoxes chosen={form.onCall.days} onChange={(days) => change({ onCall: { ...form.onCall, days } })} />
          <HourFields hours={form.onCall} onChange={(hours) => change({ onCall: { ...form.onCall, ...hours } })} />
        </>
      ) : (
        <>
          <Switch
            label={t("contact.quiet")}
            hint={t("contact.quiet-hint")}
            isOn={form.quiet.isOn}
            onSwitch={(isOn) => change({ quiet: { ...form.quiet, isOn } })}
          />
          {form.quiet.isOn && (
            <HourFields hours={form.quiet} onChange={(hours) => change({ quiet: { ...form.quiet, ...hours } })} />
          )}
        </>
      )}
      {available.includes("mail") && (
        <Switch
          label={t("contact.digest")}
          hint={t("contact.digest-hint")}
          isOn={form.digest.isOn}
          onSwitch={(isOn) => change({ digest: { ...form.digest, isOn } })}
        />
      )}
      {form.digest.isOn && (
        <DigestTimes at={form.digest.at} onChange={(at) => change({ digest: { ...form.digest, at } })} />
      )}
      {(form.quiet.isOn || form.onCall.isOn || form.digest.isOn) && (
        <TimeZoneField value={form.timeZone} onChange={(timeZone) => change({ timeZone })} />
      )}
      <div className="app-contact-save">
        <button type="submit" className="ask-button ask-primary">
          {t(state === "saving" ? "contact.saving" : "contact.save")}
        </button>
        <span role="status">
          {state === "saved" && t("contact.saved")}
          {state === "idle" && isChanged && t("contact.unsaved")}
        </span>
      </div>
      {problem && (
        <p className="ask-alert" role="alert">
          {t("contact.not-saved", { problem: problem.problem })}
        </p>
      )}
      <ChannelTests channels={available} isChanged={isChanged} />
    </form>
  );
}
