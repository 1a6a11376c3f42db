import { type Answer, type AnswerSet, type InquiryRecord, type Question, visibleJson } from "@askback/core";
import { html } from "hono/html";
import { noteField, optionField, textField } from "../../notify/deliver/answer-fields.ts";
import { smallPage } from "./small-page.ts";

/** What a form sends: a value, or several where a name has them. */
export type FormValues = Readonly<Record<string, string | File | readonly (string | File)[]>>;

interface AnswerFormState {
  /** Who has agreed to a call that several people must allow. */
  readonly agreements?: string | undefined;
  readonly given?: FormValues;
  readonly wrong?: string;
}

/** The page on which a person answers one inquiry. Nothing is picked before they do; what they gave comes back with a mistake. */
export function answerForm(record: InquiryRecord, { agreements, given = {}, wrong }: AnswerFormState) {
  const { agent, context, questions, approval, revision } = record;
  return smallPage(
    `${agent} asks`,
    html`<h1>${agent} ${approval ? "asks for approval" : "asks"}</h1>
      ${wrong === undefined ? "" : html`<p class="wrong" role="alert">${wrong}</p>`}
      ${context === undefined ? "" : html`<p>${context}</p>`}
      ${approval ? html`<pre>${approval.tool} ${visibleJson(approval.input)}</pre>` : ""}
      ${agreements === undefined ? "" : html`<p class="hint">${agreements}</p>`}
      <form method="post">
        <input type="hidden" name="revision" value="${revision}" />
        ${questions.map((question) => questionFields(question, given, approval !== undefined))}
        <div class="actions">
          <button class="first" name="action" value="answer">Send answer</button>
          ${approval ? "" : html`<button name="action" value="delegate">You decide</button>`}
          <button name="action" value="decline">${approval ? "Say nothing" : "I will not say"}</button>
        </div>
      </form>`,
  );
}

function questionFields(question: Question, given: FormValues, isApproval: boolean) {
  const picked = valuesOf(given, optionField(question));
  const kind = question.multiSelect ? "checkbox" : "radio";
  const own = isApproval
    ? { name: noteField(question), label: "A note for the agent" }
    : question.ownWords
      ? { name: textField(question), label: question.options.length > 0 ? "Or in your own words" : "Your answer" }
      : undefined;
  return html`<fieldset>
    <legend>${question.text}</legend>
    ${question.options.map(
      ({ id, label, description }) =>
        html`<label class="option"><input type="${kind}" name="${optionField(question)}" value="${id}" ${picked.includes(id) ? "checked" : ""} /><span>${label}${
          description === undefined ? "" : html`<small>${description}</small>`
        }</span></label>`,
    )}
    ${question.secret ? secretField(question) : own ? html`<label class="own">${own.label}<textarea name="${own.name}" maxlength="10000">${valuesOf(given, own.name)[0] ?? ""}</textarea></label>` : ""}
  </fieldset>`;
}

/** What was typed as a secret never comes back, also not with a mistake. */
function secretField(question: Question) {
  return html`<label class="own">Your answer is sealed: the agent works with it and never sees it<input type="password" name="${textField(question)}" maxlength="10000" autocomplete="off" spellcheck="false" /></label>`;
}

/** The answer that a form gives; undefined where nothing was given, which is not an answer. */
export function answerOf({ questions }: InquiryRecord, given: FormValues): AnswerSet | undefined {
  const answers = questions.map((question): Answer => {
    const options = valuesOf(given, optionField(question));
    const [typed = ""] = valuesOf(given, textField(question));
    // A secret is taken as it was typed.
    const text = question.secret && typed.trim() !== "" ? typed : typed.trim();
    const [note = ""] = valuesOf(given, noteField(question)).map((value) => value.trim());
    if (options.length === 0 && text === "") return { question: question.id, skipped: true };
    return {
      question: question.id,
      ...(options.length > 0 && { options }),
      ...(text !== "" && { text }),
      ...(note !== "" && { note }),
    };
  });
  return answers.every((answer) => "skipped" in answer) ? undefined : { answers };
}

function valuesOf(given: FormValues, name: string): readonly string[] {
  return [given[name] ?? []].flat().filter((value) => typeof value === "string");
}
