/**
 * What the window and the main process say to each other: every channel with its signature, in one place. Only what a
 * browser cannot do goes through here. Arguments are parsed in the main process (main/ipc-arguments.ts).
 */

/** Where a frame in the window finds the chosen server's page for previews (main/preview-page.ts). */
export const previewOrigin = "app-preview://site";
export const previewPage = `${previewOrigin}/preview`;

/** The main process asks whether the page still runs (main/recovery/page-watch.ts); the preload answers, not the page. */
export const pagePing = "page.ping";
export const pagePong = "page.pong";

export const languages = ["ko", "en"] as const;

export type Language = (typeof languages)[number];

/** Each by its own name. */
export const languageNames: Readonly<Record<Language, string>> = { ko: "한국어", en: "English" };

/** Why an address is refused before anybody is asked. */
export type AddressProblem = "empty" | "malformed" | "scheme" | "insecure" | "credentials" | "fixed";

/** Why what answered at an address is not our server. */
export type ServerProblem =
  | { readonly code: "unreachable" | "timeout" | "certificate" | "webPage" | "otherProduct" }
  | { readonly code: "redirect"; readonly to: string }
  | { readonly code: "status"; readonly status: number };

export type Problem = { readonly code: AddressProblem } | ServerProblem;

/** How the chosen server was when it was last asked. Times are milliseconds since 1970. */
export type Health =
  | { readonly state: "checking" }
  | { readonly state: "ok"; readonly at: number }
  | { readonly state: "failed"; readonly at: number; readonly problem: ServerProblem };

/** All that the connection page shows. Servers are origins, "https://visit.example.com". */
export interface Connection {
  readonly language: Language;
  readonly servers: readonly string[];
  readonly current: { readonly server: string; readonly health: Health } | undefined;
  /** the settings could not be read at the start and were begun anew */
  readonly settingsLost: boolean;
  /** IT fixed the servers: there are no others, and none can be taken from the list */
  readonly serversFixed: boolean;
  /** what IT laid down could not be understood, and none of it is in force */
  readonly policyBroken: boolean;
}

/** `connected`: it answered as our server does, is remembered and chosen. */
export type ConnectOutcome =
  | { readonly connected: true; readonly server: string }
  | { readonly connected: false; readonly problem: Problem };

/** How the program keeps itself up to date. `off`: IT fixed it so, or this way of installing it leaves it to IT. */
export type UpdateState =
  | { readonly state: "off"; readonly reason: "policy" | "installation" }
  | { readonly state: "checking" | "current" | "failed" }
  | { readonly state: "fetching"; readonly version: string; readonly percent: number }
  /**
   * installed when the program is closed
   * @property isInstallFailed an attempt to install it failed; the program goes on in its present version
   */
  | { readonly state: "ready"; readonly version: string; readonly isInstallFailed?: true };

/**
 * Why the program was not restarted to install an update; there is no answer where it was, because it ends. `typed`: a
 * person chose to stay with what is not saved; `busy`: something is being printed.
 */
export type RestartOutcome = "notReady" | "busy" | "typed" | "failed";

/** Versions of what runs here. */
export interface AppFacts {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  /** "Windows_NT 10.0.26100 (x64)" */
  readonly system: string;
}

/** A visit that a link outside the program leads to. */
export type VisitLink = { readonly id: number } | { readonly reserveNo: string };

/** What the browser brought back of a sign-in, and what only the app knows. */
export interface BrowserCode {
  readonly code: string;
  readonly verifier: string;
}

/** A visit as far as it is printed. Wall times of the site; what there is not is "". */
export interface SnapshotVisit {
  readonly id: number;
  readonly reserveNo: string;
  readonly name: string;
  readonly company: string;
  readonly host: string;
  readonly department: string;
  readonly place: string;
  readonly startDate: string;
  readonly endDate: string;
  /** "A-17, V-02" */
  readonly passNo: string;
  readonly isInside: boolean;
  readonly enteredAt: string;
}

/** The lists that are printed, as they were read last. Instants are milliseconds since 1970. */
export interface Snapshot {
  readonly server: string;
  /** The site's name. */
  readonly company: Readonly<Record<Language, string>>;
  readonly timezone: string;
  /** Who read them. */
  readonly reader: string;
  readonly readAt: number;
  /** There were more visits than are kept. */
  readonly isCut: boolean;
  /** The session slept in: it holds who is inside, and nobody else. */
  readonly isLocked: boolean;
  /** By how much this computer's clock was ahead of the server's; 0 where they agreed. */
  readonly clockAhead: number;
  readonly visits: readonly SnapshotVisit[];
}

/** Why there are no lists to show without the server. */
export const snapshotProblems = [
  "none",
  "unprotected",
  "damaged",
  "otherServer",
  "otherUser",
  "notAllowed",
  "signedOut",
  "expired",
  "clock",
] as const;

export type SnapshotProblem = (typeof snapshotProblems)[number];

export type SnapshotAnswer =
  | { readonly snapshot: Snapshot; readonly problem?: undefined }
  | { readonly snapshot?: undefined; readonly problem: SnapshotProblem };

/** What goes into a printer: each has paper of its own, and often a printer of its own. */
export const sheets = ["passes", "evacuation", "badge", "register", "closing", "invitations"] as const;

export type Sheet = (typeof sheets)[number];

/** The paper of badges that IT may lay down; sizes are in badge-papers.ts. */
export const presetBadgePapers = ["90x125", "62", "103", "54x101", "a6", "cr80", "a4"] as const;

/** The same, and measures of the desk's own. */
export const badgePapers = [...presetBadgePapers, "custom"] as const;

export type BadgePaper = (typeof badgePapers)[number];

/** Millimetres on each side of what is printed, as one reads it. */
export interface BadgeMargins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** How badges come out of one printer. */
export interface BadgeSetup {
  readonly paper: BadgePaper;
  /** `landscape`: turned on the paper; a sheet of several badges stands in any case */
  readonly orientation: "portrait" | "landscape";
  readonly margins: BadgeMargins;
  /** the desk's own measures in millimetres, across the printer and along the feed; kept while another paper is used */
  readonly width: number;
  readonly height: number;
  /** badges on an A4 sheet */
  readonly perSheet: 4 | 10;
}

/** What IT laid down, and nobody changes here. */
export interface PrintingPresets {
  readonly badgePrinter: boolean;
  readonly badgePaper: boolean;
  readonly badgeSilent: boolean;
  /** of all sheets but the badge */
  readonly listPrinter: boolean;
  readonly listSilent: boolean;
}

/** How a sheet is printed here. `printer` is the system's name for it; null: the system's choice. */
export interface PrintChoice {
  readonly printer: string | null;
  /** straight to the printer, without the system's dialog */
  readonly isSilent: boolean;
}

export interface Printing {
  readonly printers: readonly { readonly name: string; readonly label: string }[];
  readonly choices: Readonly<Record<Sheet, PrintChoice>>;
  /** of the badge's printer */
  readonly badge: BadgeSetup;
  readonly presets: PrintingPresets;
}

/** How a job ended. `printed`: handed to the printer. */
export type PrintEnd = "printed" | "failed";

/**
 * `dialog`: the system's dialog is open; `slow`: the printer has not confirmed it yet, and `printing.ended` will say how
 * it ended; `noPrinter`: the chosen one is not there.
 */
export type PrintOutcome = PrintEnd | "dialog" | "slow" | "noPrinter";

/** `saved`: under the name that was chosen. */
export type PdfOutcome =
  | { readonly state: "saved"; readonly name: string }
  | { readonly state: "cancelled" | "failed" };

/** What somebody at the desk is told of while they look elsewhere: never who, only what and how many. */
export const attentionKinds = ["waiting", "approved", "rejected"] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** How this computer draws attention. */
export interface AttentionChoice {
  /** in the taskbar, and as a note of the system's */
  readonly notifications: boolean;
  readonly sound: boolean;
}

export interface AttentionSettings extends AttentionChoice {
  /** false: IT switched both off, whatever is chosen */
  readonly isAllowed: boolean;
}

/** Questions of the window; every one is answered. */
export interface Calls {
  "connection.read": () => Connection;
  /** checks what was typed, an address or an origin from the list */
  "connection.connect": (address: string) => ConnectOutcome;
  /** asks the chosen server again */
  "connection.check": () => void;
  "connection.forget": (server: string) => void;
  /** opens the chosen server's public site in the browser; false where that was refused */
  "connection.openSite": () => boolean;
  "language.choose": (language: Language) => void;
  "app.read": () => AppFacts;
  "updates.read": () => UpdateState;
  /** asks the server now */
  "updates.check": () => void;
  /** ends the program, installs what is ready and starts it again */
  "updates.restart": () => RestartOutcome;
  /** the page's answer to the event `typed.asked`, whose number it repeats */
  "typed.answer": (question: number, isTyped: boolean) => void;
  /** the link that waits, which then waits no longer */
  "link.take": () => VisitLink | null;
  /** opens the chosen server's page for signing in, in the system's browser; false where that was refused */
  "signIn.begin": () => boolean;
  /** the code that came back, which then waits no longer */
  "signIn.take": () => BrowserCode | null;
  /** signs out of the company's provider in the browser. @param path as the server gave it */
  "signIn.leave": (path: string) => boolean;
  "snapshot.read": () => SnapshotAnswer;
  "snapshot.wipe": () => void;
  "printing.read": () => Printing;
  "printing.choose": (sheet: Sheet, choice: PrintChoice) => void;
  /** of the badge's printer */
  "printing.setUpBadge": (setup: BadgeSetup) => void;
  /**
   * prints the page that is shown. @param asks the system's dialog, whatever was chosen @param length millimetres of a
   * roll that the page takes
   */
  "printing.print": (sheet: Sheet, asks: boolean, length: number | null) => PrintOutcome;
  "printing.savePdf": (sheet: Sheet, length: number | null) => PdfOutcome;
  "attention.read": () => AttentionSettings;
  "attention.choose": (choice: AttentionChoice) => void;
  /** draws attention where the window is not the one that is worked in */
  "attention.notify": (kind: AttentionKind, count: number) => void;
  /** how many visits wait, on the program's icon; 0 takes the number away */
  "attention.count": (count: number) => void;
  /** ends an upload at the server. @param id as in the header `X-Upload-Id` */
  "upload.cancel": (id: string) => void;
  /** asks where to save the diagnostics and shows their progress in a window of its own */
  "diagnostics.save": () => void;
}

export interface UploadProgress {
  /** as the page named it in the header `X-Upload-Id` */
  readonly id: string;
  /** bytes of the body */
  readonly sent: number;
}

/** What the main process says of its own accord. */
export interface Events {
  "updates.changed": UpdateState;
  /** asks whether something is typed that a restart would lose; a number that counts up */
  "typed.asked": number;
  /** a link waits to be taken */
  "link.arrived": null;
  /** a sign-in came back from the browser */
  "signIn.returned": null;
  /** how a job ended that was answered with `slow`, or failed after its dialog */
  "printing.ended": PrintEnd;
  /** how much of an upload has gone out; custom schemes tell the page nothing of it */
  "upload.progress": UploadProgress;
  "connection.changed": Connection;
  /** a notification was clicked */
  "attention.opened": AttentionKind;
}

export type Channel = keyof Calls;

/** The preload's one object, `window.desktop`. */
export interface Bridge {
  readonly readConnection: () => Promise<Connection>;
  readonly connect: (address: string) => Promise<ConnectOutcome>;
  readonly checkServer: () => Promise<void>;
  readonly forgetServer: (server: string) => Promise<void>;
  readonly openSite: () => Promise<boolean>;
  readonly chooseLanguage: (language: Language) => Promise<void>;
  readonly readApp: () => Promise<AppFacts>;
  readonly readUpdates: () => Promise<UpdateState>;
  readonly checkUpdates: () => Promise<void>;
  readonly restartToUpdate: () => Promise<RestartOutcome>;
  /**
   * @param isTyped whether something is typed that a restart would lose; asked before each restart
   * @returns ends the subscription
   */
  readonly answerTyped: (isTyped: () => boolean) => () => void;
  /** @returns ends the subscription */
  readonly onUpdates: (listener: (state: UpdateState) => void) => () => void;
  readonly takeLink: () => Promise<VisitLink | null>;
  /** @returns ends the subscription */
  readonly onLink: (listener: () => void) => () => void;
  readonly beginSignIn: () => Promise<boolean>;
  readonly takeSignIn: () => Promise<BrowserCode | null>;
  readonly leaveCompany: (path: string) => Promise<boolean>;
  /** @returns ends the subscription */
  readonly onSignIn: (listener: () => void) => () => void;
  readonly readSnapshot: () => Promise<SnapshotAnswer>;
  readonly wipeSnapshot: () => Promise<void>;
  readonly readPrinting: () => Promise<Printing>;
  readonly choosePrinting: (sheet: Sheet, choice: PrintChoice) => Promise<void>;
  readonly setUpBadge: (setup: BadgeSetup) => Promise<void>;
  readonly print: (sheet: Sheet, asks: boolean, length: number | null) => Promise<PrintOutcome>;
  readonly savePdf: (sheet: Sheet, length: number | null) => Promise<PdfOutcome>;
  /** @returns ends the subscription */
  readonly onPrintEnd: (listener: (end: PrintEnd) => void) => () => void;
  /** @returns ends the subscription */
  readonly onConnection: (listener: (connection: Connection) => void) => () => void;
  readonly cancelUpload: (id: string) => Promise<void>;
  readonly saveDiagnostics: () => Promise<void>;
  /** @returns ends the subscription */
  readonly onUploadProgress: (listener: (progress: UploadProgress) => void) => () => void;
  readonly readAttention: () => Promise<AttentionSettings>;
  readonly chooseAttention: (choice: AttentionChoice) => Promise<void>;
  readonly notify: (kind: AttentionKind, count: number) => Promise<void>;
  readonly countWaiting: (count: number) => Promise<void>;
  /** @returns ends the subscription */
  readonly onAttention: (listener: (kind: AttentionKind) => void) => () => void;
}
