import type { Inquiry } from "@askback/core/wire";

export const approvalInquiry: Partial<Inquiry> = {
  contract: "approval",
  questions: [
    {
      id: "q1",
      header: "Approval",
      text: "May the agent run send_email?",
      multiSelect: false,
      ownWords: false,
      options: [
        { id: "o1", label: "Allow once" },
        { id: "o2", label: "Refuse", description: "It does not run; your note tells the agent why" },
      ],
    },
  ],
  approval: {
    tool: "send_email",
    input: {
      to: ["customers@example.com", "moc.elpmaxe\u202e@eve"],
      subject: "Maintenance on Sunday",
      body: "Dear customers,\nthe shop is closed from 2 to 4 o'clock.",
      copies: 2,
    },
  },
};

const [approvalQuestion] = approvalInquiry.questions ?? [];

const rememberable = {
  ...approvalInquiry,
  questions: approvalQuestion
    ? [
        {
          ...approvalQuestion,
          options: [...approvalQuestion.options, { id: "o3", label: "Allow for the rest of this conversation" }],
        },
      ]
    : [],
};

/** An approval of a call that is shown in 200 lines. */
export const longApproval: Partial<Inquiry> = {
  ...approvalInquiry,
  approval: {
    tool: "deploy",
    input: {
      cluster: "prod-eu-1",
      image: "registry.example.org/team/service@sha256:9f86d081884c7d65",
      env: Object.fromEntries(Array.from({ length: 193 }, (_, index) => [`SETTING_${index}`, `value ${index}`])),
    },
    presentation: { title: "Run deploy on prod-eu-1?" },
  },
};

/** Approvals whose tools say how their input is shown. */
export const presentedApprovals = {
  fields: {
    ...rememberable,
    approval: {
      tool: "publish_release",
      input: { version: "4.2.0", channel: "stable", notes: "Answers can be taken back." },
      remember: ["channel"],
      presentation: {
        title: "Publish 4.2.0 to everybody?",
        fields: [
          { label: "Version", value: "4.2.0" },
          { label: "Channel", value: "stable" },
          { label: "Notes", value: "Answers can be taken back.\nThe inbox counts again." },
        ],
      },
    },
  },
  diff: {
    ...approvalInquiry,
    approval: {
      tool: "files__write",
      input: {
        path: "config/limits.yaml",
        before: "requests: 200\nburst: 1000\n",
        after: "requests: 20\nburst: 1000\n",
      },
      presentation: {
        title: "Change config/limits.yaml?",
        diff: {
          before: "# Limits of each caller\nrequests: 200\nburst: 1000\nbody: 512 KiB\n",
          after: "# Limits of each caller\nrequests: 20\nburst: 1000\nbody: 512 KiB\nlog: true\n",
        },
      },
    },
  },
  command: {
    ...approvalInquiry,
    approval: {
      tool: "shell",
      input: { command: "kubectl rollout restart deployment/shop --namespace prod", cwd: "/srv" },
      presentation: {
        title: "Run a command on prod-eu-1?",
        command: "kubectl rollout restart deployment/shop --namespace prod",
        fields: [{ label: "Folder", value: "/srv" }],
      },
    },
  },
} satisfies Readonly<Record<string, Partial<Inquiry>>>;
