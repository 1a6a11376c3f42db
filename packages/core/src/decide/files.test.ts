import { expect, test } from "vitest";
import { contractNames } from "../contracts/contract-by-name.ts";
import { answerMisfit, canonicalAnswers } from "../model/answer.ts";
import { type FileReference, fileText } from "../model/file.ts";
import type { Message } from "../model/message.ts";
import { eventsOf, given, type History, resultsOf } from "../testing/given.ts";
import { answer, askedBy, inquiry, parked, question, reply, send, setOf, start, text } from "../testing/samples.ts";
import { projectedFiles } from "../views/projection.ts";
import { transcriptForScreen } from "../views/transcript.ts";

const plan: FileReference = { id: "file_1", name: "plan.pdf", type: "application/pdf", size: 2_048 };
const photo: FileReference = { id: "file_2", name: "photo.png", type: "image/png", size: 3 * 1024 * 1024 };
const many = Array.from({ length: 11 }, (_, index) => ({ ...plan, id: `file_${index}` }));

function modelMessages({ projection }: History): readonly Message[] {
  return projection.messages.filter(({ role }) => role === "person");
}

test("[FILE-5] a message has its files, and the first message of a conversation too", () => {
  const history = given()
    .when(start({ files: [plan] }))
    .when(reply(text("I see.")))
    .when(send("And this", { files: [photo] }));
  expect(modelMessages(history).map(({ parts }) => parts)).toEqual([
    [
      { type: "text", text: "Plan it" },
      { type: "file", file: plan },
    ],
    [
      { type: "text", text: "And this" },
      { type: "file", file: photo },
    ],
  ]);
  expect(projectedFiles(history.projection)).toEqual([plan.id, photo.id]);
  expect(transcriptForScreen(history.projection.messages, [])[0]?.blocks).toEqual([
    { type: "text", text: "Plan it" },
    { type: "file", file: plan },
  ]);
});

test("[FILE-5] a message needs no text where it has files, and is refused without either", () => {
  const { projection } = given().when(start({ message: "", files: [plan] }));
  expect(projection.messages[0]?.parts).toEqual([{ type: "file", file: plan }]);
  expect(given().when(start({ message: " " })).refusal).toEqual({ code: "message-blank" });
  const { message: _, ...open } = start() as Extract<ReturnType<typeof start>, { type: "start" }>;
  expect(given().when({ ...open, files: [plan] }).conversation.status).toBe("thinking");
  expect(
    given()
      .when(start())
      .when(send("\n", { files: [] })).refusal,
  ).toEqual({ code: "message-blank" });
});

test("[FILE-5] more than ten files, or the same one twice, are refused", () => {
  const reason = "11 files are attached, and 10 are allowed";
  expect(given().when(start({ files: many })).refusal).toEqual({ code: "files-misfit", reason });
  expect(
    given()
      .when(start())
      .when(send("See", { files: [plan, plan] })).refusal,
  ).toEqual({
    code: "files-misfit",
    reason: "a file is attached twice",
  });
  expect(answerMisfit(inquiry(question()), setOf({ question: "q1", files: many }))).toBe(`question "q1": ${reason}`);
});

test("[FILE-5] files are own words of an answer: with or without text, not beside an option that stands alone", () => {
  const asked = inquiry(question());
  expect(answerMisfit(asked, setOf({ question: "q1", files: [plan] }))).toBeUndefined();
  expect(answerMisfit(asked, setOf({ question: "q1", text: "This", files: [plan] }))).toBeUndefined();
  expect(answerMisfit(asked, setOf({ question: "q1", options: ["o1"], files: [plan] }))).toMatch(/only one option/);
  const closed = inquiry(question({ ownWords: false }));
  expect(answerMisfit(closed, setOf({ question: "q1", files: [plan] }))).toMatch(/own words are not allowed/);
  const set = setOf({ question: "q1", files: [photo, plan] });
  expect(canonicalAnswers(asked, set)).toEqual(set);
  expect(canonicalAnswers(asked, setOf({ question: "q1", text: "This", files: [] }))).toEqual(
    setOf({ question: "q1", text: "This" }),
  );
});

test("[FILE-5] a message with files answers the open question", () => {
  const answered = parked().when(send("", { files: [photo] }));
  const { messages, inquiries } = answered.projection;
  expect(inquiries[0]?.resolution?.type).toBe("answered-in-chat");
  expect(projectedFiles(answered.projection)).toEqual([photo.id]);
  const block = transcriptForScreen(messages, inquiries)
    .flatMap(({ blocks }) => blocks)
    .find(({ type }) => type === "action");
  expect(block).toMatchObject({ extra: { answerText: fileText(photo) } });
});

test.each(contractNames)("[FILE-10] the files of an answer reach the model under %s", (contract) => {
  const files = [plan, photo];
  const answered = askedBy(contract).when(answer([{ question: "q1", text: "Like these", files }]));
  const delivered = answered.projection.placements.map(({ messageId }) => messageId);
  const withFiles = modelMessages(answered).filter(({ parts }) => parts.some(({ type }) => type === "file"));
  expect(withFiles).toHaveLength(1);
  expect(delivered).toContain(withFiles[0]?.id);
  expect(withFiles[0]?.parts.flatMap((part) => (part.type === "file" ? [part.file] : []))).toEqual(files);
  expect(projectedFiles(answered.projection)).toEqual([plan.id, photo.id]);
});

test.each(contractNames)("[FILE-10] an answer of files alone says their names to the model under %s", (contract) => {
  const answered = askedBy(contract).when(answer([{ question: "q1", files: [plan] }]));
  const told = [
    ...resultsOf(answered.events).map((result) => result.text),
    ...modelMessages(answered).flatMap(({ parts }) =>
      parts.map((part) => (part.type === "file" ? part.file.name : part.type === "text" ? part.text : "")),
    ),
  ].join("\n");
  expect(told).toContain("plan.pdf");
  const screen = transcriptForScreen(answered.projection.messages, answered.projection.inquiries);
  expect(JSON.stringify(screen)).not.toContain("attached to the answer");
});

test("[FILE-10] the result of the call is what the inquiry shows as received", () => {
  const answered = parked().when(answer([{ question: "q1", text: "Like this", files: [plan] }]));
  const screen = transcriptForScreen(answered.projection.messages, answered.projection.inquiries);
  const block = screen.flatMap(({ blocks }) => blocks).find(({ type }) => type === "action");
  expect(block).toMatchObject({ received: resultsOf(answered.events)[0]?.text });
  expect(JSON.parse(resultsOf(answered.events)[0]?.text ?? "")).toMatchObject({
    details: [{ ownWords: "Like this", files: ["plan.pdf"] }],
  });
});

test("[FILE-5] an event without files is as it was before there were files", () => {
  const [received] = eventsOf(given().when(start()).events, "message.received");
  expect(received).not.toHaveProperty("files");
});

test("[FILE-11] a file is described by its name, type and size", () => {
  expect([fileText(plan), fileText(photo), fileText({ ...plan, name: 'a "b"', size: 12 })]).toEqual([
    '[file: "plan.pdf", application/pdf, 2 KiB]',
    '[file: "photo.png", image/png, 3.0 MiB]',
    '[file: "a \\"b\\"", application/pdf, 12 bytes]',
  ]);
});
