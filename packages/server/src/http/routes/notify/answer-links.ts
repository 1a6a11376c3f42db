import { agreementReceipt, type InquiryRecord, type Receipt, receiptOf } from "@askback/core";
import { bodyLimit } from "hono/body-limit";
import { html } from "hono/html";
import { agreementOf } from "../../../notify/deliver/agreement-of.ts";
import { answerPath, readUnsubscribeToken, unsubscribePath } from "../../../notify/deliver/links.ts";
import { sha256Of } from "../../../sha256.ts";
import type { AnswerLink } from "../../../store/answer-links.ts";
import { createNameOf } from "../../../store/people/name-of.ts";
import type { ResolveResult } from "../../commands.ts";
import { answerForm, answerOf, type FormValues } from "../../pages/answer-form.ts";
import { messagePage, smallPage, smallPageHeaders } from "../../pages/small-page.ts";
import { type GivenResolution, resolveForPerson } from "../../resolve-for-person.ts";
import type { App, AppContext } from "../../route.ts";
import type { SecretBox } from "../../secrets.ts";
import type { Services } from "../../services.ts";

interface AnswerLinkOptions {
  readonly services: Services;
  readonly unsubscribeKey: Uint8Array;
  readonly secretBox: SecretBox;
}

/** A link that works, and its question. */
interface Found {
  readonly link: AnswerLink;
  readonly record: InquiryRecord;
}

const maxFormBytes = 256 * 1024;

/** Pages that people open from a mail, without a session. A GET changes nothing, so that programs that look at links do no harm. */
export function addAnswerLinks(app: App, { services, unsubscribeKey, secretBox }: AnswerLinkOptions): void {
  const { store, clock } = services;
  const nameOf = createNameOf(store.directory);
  const limit = bodyLimit({
    maxSize: maxFormBytes,
    onError: (context) => context.html(messagePage("That is too long", "Shorten your answer and send it again."), 413),
  });
  for (const path of [answerPath, unsubscribePath]) app.use(`${path}/:token`, smallPageHeaders, limit);

  app.get(`${answerPath}/:token`, async (context) => {
    const found = await findOpen(context);
    return found instanceof Response ? found : context.html(await formPage(found.record, found.link));
  });

  app.post(`${answerPath}/:token`, async (context) => {
    const found = await findOpen(context);
    if (found instanceof Response) return found;
    const { link, record } = found;
    const form = await readForm(context);
    const given = givenBy(record, form);
    if (!given)
      return context.html(await formPage(record, link, { given: form, wrong: "Pick an answer, or write one." }), 422);
    const revision = Number(form.revision);
    const { project, person, inquiryId } = link;
    const who = { project, person };
    const result = await resolveForPerson({ ...services, secretBox }, { who, inquiryId, revision, given, via: "link" });
    // The answer is recorded first: what a crash leaves is a link that shows the answer, never a used link without one.
    if (result.type === "resolved") await store.answerLinks.use(link.hash);
    return showResult(context, found, form, result);
  });

  async function formPage(record: InquiryRecord, { person }: AnswerLink, state: Parameters<typeof answerForm>[1] = {}) {
    return answerForm(record, { ...state, agreements: await agreementOf(record, { reader: person, nameOf }) });
  }

  async function agreedPage(record: InquiryRecord, { person }: AnswerLink) {
    const text = await agreementOf(record, { reader: person, nameOf });
    return messagePage("Your agreement is recorded", text ?? "", openQuestion(record));
  }

  async function settledPage(record: InquiryRecord, { by, resolution }: Receipt, reader?: string) {
    const who = by === undefined ? "" : ` by ${by === reader ? "you" : await nameOf(by)}`;
    const title = resolution === "answered" ? `This is answered already${who}` : `This is settled already${who}`;
    const text = "Nothing was changed. Open the question in Askback to see how it ended.";
    return messagePage(title, text, openQuestion(record));
  }

  async function findOpen(context: AppContext): Promise<Found | Response> {
    const link = await store.answerLinks.find(sha256Of(context.req.param("token") ?? ""));
    const record = link && (await store.inquiry(link.inquiryId));
    if (!link || !record || record.project !== link.project) return context.html(unknownLink, 404);
    if (!(await services.answering.groupsOf(link.project, link.person))) return context.html(unknownLink, 404);
    const receipt = receiptOf(record);
    if (receipt) return context.html(await settledPage(record, receipt, link.person), 410);
    if (link.usedAt !== undefined) {
      const hasAgreed = agreementReceipt(record, { by: link.person }) !== undefined;
      return context.html(hasAgreed ? await agreedPage(record, link) : usedLink, 410);
    }
    if (link.expiresAt <= clock.now()) return context.html(expiredLink(link), 410);
    return { link, record };
  }

  async function showResult(context: AppContext, { link, record }: Found, form: FormValues, result: ResolveResult) {
    switch (result.type) {
      case "resolved":
        if (result.receipt.agreement)
          return context.html(await agreedPage((await store.inquiry(record.id)) ?? record, link), 200);
        return context.html(messagePage("Sent", "The agent goes on with your answer. You can close this page."), 200);
      case "conflict": {
        const receipt = receiptOf(result.record);
        return context.html(receipt ? await settledPage(result.record, receipt) : unknownLink, 409);
      }
      case "unknown":
        return context.html(unknownLink, 404);
      case "refused": {
        const current = (await store.inquiry(record.id)) ?? record;
        const { refusal } = result;
        if (refusal.code === "revision-changed")
          return context.html(
            await formPage(current, link, { wrong: "The question was changed meanwhile. Please read it again." }),
            409,
          );
        const why = "reason" in refusal && typeof refusal.reason === "string" ? refusal.reason : "This cannot be sent.";
        return context.html(await formPage(current, link, { given: form, wrong: why }), 422);
      }
    }
  }

  app.get(`${unsubscribePath}/:token`, (context) => {
    const whose = readUnsubscribeToken(unsubscribeKey, context.req.param("token"));
    return whose ? context.html(unsubscribePage(whose.channel)) : context.html(unknownLink, 404);
  });

  // Programs that read mail send this themselves, as RFC 8058 says.
  app.post(`${unsubscribePath}/:token`, async (context) => {
    const whose = readUnsubscribeToken(unsubscribeKey, context.req.param("token"));
    if (!whose) return context.html(unknownLink, 404);
    const { project, person, channel } = whose;
    const contact = await store.contacts.find({ project, person });
    if (contact) {
      const { project: _, person: __, subscriptions: ___, ...settings } = contact;
      await store.contacts.save(
        { project, person },
        { ...settings, channels: { ...settings.channels, [channel]: "off" } },
      );
    }
    return context.html(
      messagePage(
        "Switched off",
        `Askback tells you nothing by ${channel} any more. Your settings switch it on again.`,
        {
          label: "Open your settings",
          path: "/settings",
        },
      ),
    );
  });
}

async function readForm(context: AppContext): Promise<FormValues> {
  try {
    return (await context.req.parseBody({ all: true })) as FormValues;
  } catch {
    return {};
  }
}

function givenBy(record: InquiryRecord, form: FormValues): GivenResolution | undefined {
  if (form.action === "delegate" || form.action === "decline") return { type: form.action };
  const set = answerOf(record, form);
  return set && { type: "answer", set };
}

const unknownLink = messagePage(
  "This link does not work",
  "It was not made by this server, its question is gone, or a part of it is missing. Copy the whole link, or open the question in Askback.",
  { label: "Open Askback", path: "/inbox" },
);

const usedLink = messagePage(
  "This link was used before",
  "It works once. Open the question in Askback to see what became of it.",
  { label: "Open Askback", path: "/inbox" },
);

function expiredLink({ inquiryId }: AnswerLink) {
  const text = "The question still waits for an answer. Open it in Askback to answer it.";
  return messagePage("This link is too old", text, openQuestion({ id: inquiryId }));
}

function openQuestion({ id }: Pick<InquiryRecord, "id">) {
  return { label: "Open the question", path: `/q/${encodeURIComponent(id)}` };
}

function unsubscribePage(channel: string) {
  return smallPage(
    "Switch off",
    html`<h1>Askback</h1><p>Do you want to be told nothing by ${channel} any more? Questions still wait for you in Askback.</p>
      <form method="post"><div class="actions"><button class="first">Switch ${channel} off</button></div></form>`,
  );
}
