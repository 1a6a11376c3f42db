import { type FormEvent, useId, useRef, useState } from "react";
import { usePeopleTranslation } from "../i18n/people.ts";
import { currentAddress } from "../pages/page-after-sign-in.ts";

type Sending = "no" | "now" | "sent" | "wrong" | "failed";

/** Has a sign-in link sent to a mail address. The server does not say whether anybody has it, and neither does this. */
export function MailLinkForm() {
  const t = usePeopleTranslation();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState("");
  const [sending, setSending] = useState<Sending>("no");
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (sending === "now") return;
    setSending("now");
    const found = await sendingOf(email.trim());
    setSending(found);
    if (found === "wrong") field.current?.focus();
  };
  const isWrong = sending === "wrong";
  return (
    <form className="app-sign-in-form" noValidate onSubmit={(event) => void send(event)}>
      <label htmlFor={id}>{t("ways.mail")}</label>
      <input
        ref={field}
        id={id}
        className="ask-field"
        type="email"
        dir="ltr"
        autoComplete="email"
        aria-invalid={isWrong || undefined}
        aria-describedby={isWrong ? `${id}-wrong` : undefined}
        value={email}
        onChange={({ target }) => {
          setEmail(target.value);
          setSending("no");
        }}
      />
      <button type="submit" className="ask-button ask-primary">
        {t("ways.mail-send")}
      </button>
      <p className="app-note" role="status">
        {sending === "sent" && t("ways.mail-sent")}
      </p>
      {(isWrong || sending === "failed") && (
        <p id={`${id}-wrong`} className="ask-alert" role="alert">
          {t(isWrong ? "ways.mail-wrong" : "ways.mail-failed")}
        </p>
      )}
    </form>
  );
}

async function sendingOf(email: string): Promise<Sending> {
  const body = JSON.stringify({ email, next: currentAddress() });
  const headers = { "content-type": "application/json" };
  const response = await fetch("/sign-in/mail", { method: "POST", headers, body }).catch(() => undefined);
  if (response?.ok) return "sent";
  return response?.status === 400 ? "wrong" : "failed";
}
