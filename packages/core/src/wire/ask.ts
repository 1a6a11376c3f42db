import * as z from "zod";
import { maxContextLength } from "../contracts/external.ts";
import { Presentation } from "../model/presentation.ts";
import { type Preview, previewKinds } from "../model/question.ts";
import { Editable, SingleUse } from "./approval.ts";
import { AskedQuorum, Audience, Channels, Escalation, OnDeadline } from "./audience.ts";
import { Time } from "./schema.ts";

const Option = z.union([
  z.string(),
  z.strictObject({
    label: z.string(),
    value: z.string().optional().meta({ description: "What you get back, if not the label" }),
    description: z.string().optional(),
    recommended: z.union([z.boolean(), z.string()]).optional().meta({ description: "true, or why you would pick it" }),
    preview: z
      .strictObject({ kind: z.enum(previewKinds), text: z.string(), language: z.string().optional() })
      .optional(),
  }),
]);

const questionFields = {
  question: z.string().meta({ example: "Deploy to production?" }),
  header: z.string().optional(),
  options: z
    .array(Option)
    .optional()
    .meta({ description: "Labels, or objects with more; leave out for an open question", example: ["Yes", "No"] }),
  multiSelect: z.boolean().optional(),
  ownWords: z
    .boolean()
    .optional()
    .meta({ description: "Whether people may answer in their own words; true by default" }),
  secret: z.boolean().optional().meta({
    description: "Whether what people type is sealed; you get a handle, which POST /v1/secrets/{handle} exchanges",
  }),
};

const content = {
  ...questionFields,
  question: questionFields.question.optional(),
  questions: z.array(z.strictObject(questionFields)).optional().meta({ description: "Instead of `question`" }),
  context: z
    .string()
    .max(maxContextLength)
    .optional()
    .meta({ description: "What to know before answering, as markdown" }),
  approval: z
    .strictObject({
      tool: z.string().max(200),
      input: z.unknown(),
      presentation: Presentation.optional(),
      editable: Editable.optional(),
      singleUse: SingleUse.optional(),
    })
    .optional()
    .meta({ description: "Instead of a question: the exact call that people allow or refuse" }),
};

const tenYearsMs = 10 * 365 * 24 * 3_600_000;
/** How many bytes the `state` of an ask may have as JSON: that of a long run of a framework, compressed. */
export const maxStateBytes = 1024 * 1024;

/** `POST /v1/inquiries`; `?wait` holds the request until somebody answers. */
export const AskInquiry = z.strictObject({
  ...content,
  agent: z
    .string()
    .max(100)
    .optional()
    .meta({ description: "Who asks, as people see it; the name of the key by default" }),
  thread: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .meta({ description: "Asks with the same thread are one conversation; without it each ask has its own" }),
  title: z.string().max(200).optional().meta({ description: "Of the conversation, where the ask starts one" }),
  key: z.string().min(1).max(255).optional().meta({
    description: "The same key again returns the same inquiry, also when it is resolved; unique among your asks",
  }),
  deadline: Time.optional().meta({ description: "When it expires unanswered; never by default" }),
  deadlineInMs: z.int().min(1).max(tenYearsMs).optional().meta({
    description: "The same as milliseconds from now, by the clock of the server, for programs whose own may be wrong",
  }),
  channels: Channels.optional().meta({
    description:
      "The channels by which people are told first; all that they have switched on by default, none where it is empty",
    example: ["push"],
  }),
  escalation: Escalation.optional(),
  onDeadline: OnDeadline.optional(),
  quorum: AskedQuorum.optional(),
  audience: Audience.optional().meta({ description: "Who may answer; everybody in the project by default" }),
  state: z.unknown().optional().meta({
    description:
      "Yours, up to 1 MiB as JSON: it is stored sealed, nobody else sees it, and it comes back; lists leave out what is longer than 64 KiB",
  }),
  webhook: z.url().max(2_000).optional().meta({ description: "Is told of every change" }),
});

// The types are written out, since deriving them from the schemas is too deep for the compiler.
interface AskedOption {
  readonly label: string;
  readonly value?: string | undefined;
  readonly description?: string | undefined;
  readonly recommended?: boolean | string | undefined;
  readonly preview?:
    | { readonly kind: Preview["kind"]; readonly text: string; readonly language?: string | undefined }
    | undefined;
}

interface QuestionFields {
  readonly header?: string | undefined;
  readonly options?: readonly (string | AskedOption)[] | undefined;
  readonly multiSelect?: boolean | undefined;
  readonly ownWords?: boolean | undefined;
  readonly secret?: boolean | undefined;
}

interface AskedQuestion extends QuestionFields {
  readonly question: string;
}

interface AskContent extends QuestionFields {
  readonly question?: string | undefined;
  readonly questions?: readonly AskedQuestion[] | undefined;
  readonly context?: string | null | undefined;
  readonly approval?:
    | {
        readonly tool: string;
        readonly input: unknown;
        readonly presentation?: Presentation | undefined;
        readonly editable?: { readonly schema: { readonly [key: string]: unknown } } | undefined;
        readonly singleUse?: true | undefined;
      }
    | undefined;
}

type AudienceOf =
  | { readonly people?: readonly string[] | undefined; readonly groups?: readonly string[] | undefined }
  | undefined;

export interface AskInquiry extends AskContent {
  readonly context?: string | undefined;
  readonly agent?: string | undefined;
  readonly thread?: string | undefined;
  readonly title?: string | undefined;
  readonly key?: string | undefined;
  readonly deadline?: string | undefined;
  readonly deadlineInMs?: number | undefined;
  readonly audience?: AudienceOf;
  readonly channels?: readonly string[] | undefined;
  readonly escalation?:
    | readonly {
        readonly afterMs: number;
        readonly to?: AudienceOf;
        readonly remind?: true | undefined;
        readonly channels?: readonly string[] | undefined;
      }[]
    | undefined;
  readonly onDeadline?: { readonly to: NonNullable<AudienceOf>; readonly forMs: number } | undefined;
  readonly quorum?:
    | number
    | readonly { readonly count: number; readonly group?: string | undefined; readonly keys?: true | undefined }[]
    | undefined;
  readonly state?: unknown;
  readonly webhook?: string | undefined;
}

/** `PATCH /v1/inquiries/{id}`; what is left out stays, and null removes it. */
export const AmendInquiry = z.strictObject({
  ...content,
  context: content.context.nullable(),
  deadline: Time.nullable().optional(),
  revision: z.int().min(1).optional().meta({ description: "The revision that you have seen" }),
});

export interface AmendInquiry extends AskContent {
  readonly deadline?: string | null | undefined;
  readonly revision?: number | undefined;
}
