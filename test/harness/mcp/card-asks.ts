/** One question, with all that a question can have. */
export const askDatabase = {
  context: "We **ship** on Friday.\n\n- Tests are green\n- The docs are not done",
  questions: [
    {
      header: "Database",
      question: "Which database should the service use?",
      options: [
        { label: "PostgreSQL", description: "Best for many writers. Needs a server.", recommended: "many writers" },
        { label: "SQLite", description: "One file, no server.", preview: { kind: "code", text: "PRAGMA foo = WAL;" } },
        { label: "Both" },
      ],
    },
  ],
};

/** Two questions, of which the second takes several picks. */
export const askTwo = {
  questions: [
    ...askDatabase.questions,
    {
      header: "Regions",
      question: "Which regions first?",
      multiSelect: true,
      options: [{ label: "EU" }, { label: "US" }, { label: "Asia" }],
    },
  ],
};
