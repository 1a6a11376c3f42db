/** The texts of the pages that the server itself shows, before anybody is signed in. */
export interface PageTexts {
  readonly language: string;
  readonly direction: "ltr" | "rtl";
  readonly signInTitle: string;
  signInAs(name: string): string;
  readonly signIn: string;
  joinTitle(project: string): string;
  readonly joinLead: string;
  joinAs(name: string): string;
  readonly yourName: string;
  readonly join: string;
  readonly signInFailed: string;
  readonly notAdmitted: string;
  readonly back: string;
}

/** In the languages of the app. A name is text of a person, so that its direction is kept apart from the sentence's. */
const apart = (name: string) => `\u2068${name}\u2069`;

const english: PageTexts = {
  language: "en",
  direction: "ltr",
  signInTitle: "Sign in to Askback",
  signInAs: (name) => `You sign in as ${apart(name)}. The link works once.`,
  signIn: "Sign in",
  joinTitle: (project) => `Join ${apart(project)}`,
  joinLead: "You were invited. The invitation works once.",
  joinAs: (name) => `You join as ${apart(name)}. The invitation works once.`,
  yourName: "Your name",
  join: "Join",
  signInFailed: "That sign-in did not work. Start again.",
  notAdmitted: "Nobody has admitted you here yet. Ask for an invitation.",
  back: "Back to sign-in",
};

const catalogue: readonly PageTexts[] = [
  english,
  {
    language: "de",
    direction: "ltr",
    signInTitle: "Bei Askback anmelden",
    signInAs: (name) => `Sie melden sich als ${apart(name)} an. Der Link gilt einmal.`,
    signIn: "Anmelden",
    joinTitle: (project) => `${apart(project)} beitreten`,
    joinLead: "Sie wurden eingeladen. Die Einladung gilt einmal.",
    joinAs: (name) => `Sie treten als ${apart(name)} bei. Die Einladung gilt einmal.`,
    yourName: "Ihr Name",
    join: "Beitreten",
    signInFailed: "Die Anmeldung hat nicht geklappt. Beginnen Sie noch einmal.",
    notAdmitted: "Sie haben hier noch keinen Zugang. Bitten Sie um eine Einladung.",
    back: "Zurück zur Anmeldung",
  },
  {
    language: "fr",
    direction: "ltr",
    signInTitle: "Se connecter à Askback",
    signInAs: (name) => `Vous vous connectez en tant que ${apart(name)}. Le lien fonctionne une fois.`,
    signIn: "Se connecter",
    joinTitle: (project) => `Rejoindre ${apart(project)}`,
    joinLead: "Vous avez été invité. L’invitation fonctionne une fois.",
    joinAs: (name) => `Vous rejoignez en tant que ${apart(name)}. L’invitation fonctionne une fois.`,
    yourName: "Votre nom",
    join: "Rejoindre",
    signInFailed: "La connexion a échoué. Recommencez.",
    notAdmitted: "Vous n’avez pas encore accès. Demandez une invitation.",
    back: "Retour à la connexion",
  },
  {
    language: "es",
    direction: "ltr",
    signInTitle: "Iniciar sesión en Askback",
    signInAs: (name) => `Inicia sesión como ${apart(name)}. El enlace funciona una vez.`,
    signIn: "Iniciar sesión",
    joinTitle: (project) => `Unirse a ${apart(project)}`,
    joinLead: "Ha recibido una invitación. Funciona una vez.",
    joinAs: (name) => `Se une como ${apart(name)}. La invitación funciona una vez.`,
    yourName: "Su nombre",
    join: "Unirse",
    signInFailed: "No se pudo iniciar sesión. Empiece de nuevo.",
    notAdmitted: "Todavía no tiene acceso. Pida una invitación.",
    back: "Volver al inicio de sesión",
  },
  {
    language: "ja",
    direction: "ltr",
    signInTitle: "Askback にサインイン",
    signInAs: (name) => `${apart(name)} としてサインインします。リンクは一度だけ使えます。`,
    signIn: "サインイン",
    joinTitle: (project) => `${apart(project)} に参加`,
    joinLead: "招待されました。招待は一度だけ使えます。",
    joinAs: (name) => `${apart(name)} として参加します。招待は一度だけ使えます。`,
    yourName: "お名前",
    join: "参加",
    signInFailed: "サインインできませんでした。もう一度お試しください。",
    notAdmitted: "まだアクセスが許可されていません。招待を依頼してください。",
    back: "サインインに戻る",
  },
  {
    language: "zh-CN",
    direction: "ltr",
    signInTitle: "登录 Askback",
    signInAs: (name) => `您将以 ${apart(name)} 的身份登录。此链接只能使用一次。`,
    signIn: "登录",
    joinTitle: (project) => `加入 ${apart(project)}`,
    joinLead: "您收到了邀请。邀请只能使用一次。",
    joinAs: (name) => `您将以 ${apart(name)} 的身份加入。邀请只能使用一次。`,
    yourName: "您的姓名",
    join: "加入",
    signInFailed: "登录未成功。请重新开始。",
    notAdmitted: "您还没有访问权限。请索取邀请。",
    back: "返回登录",
  },
  {
    language: "ar",
    direction: "rtl",
    signInTitle: "تسجيل الدخول إلى Askback",
    signInAs: (name) => `ستسجّل الدخول باسم ${apart(name)}. يعمل الرابط مرة واحدة.`,
    signIn: "تسجيل الدخول",
    joinTitle: (project) => `الانضمام إلى ${apart(project)}`,
    joinLead: "لقد تلقيت دعوة. تعمل الدعوة مرة واحدة.",
    joinAs: (name) => `ستنضم باسم ${apart(name)}. تعمل الدعوة مرة واحدة.`,
    yourName: "اسمك",
    join: "انضمام",
    signInFailed: "لم ينجح تسجيل الدخول. ابدأ من جديد.",
    notAdmitted: "لم يُسمح لك بالدخول بعد. اطلب دعوة.",
    back: "العودة إلى تسجيل الدخول",
  },
];

/** The texts in the first language of the browser that there are texts in. */
export function textsFor(acceptLanguage: string | undefined): PageTexts {
  const wanted = (acceptLanguage ?? "").split(",").map((part) => part.split(";")[0]?.trim().slice(0, 2).toLowerCase());
  const found = wanted.map((language) => catalogue.find((texts) => texts.language.slice(0, 2) === language));
  return found.find((texts) => texts !== undefined) ?? english;
}
