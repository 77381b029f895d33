/**
 * All IPC between the window and the main process: every channel with its signature. Only what a browser cannot do goes
 * through here. The main process parses the arguments (main/ipc-arguments.ts).
 */

/** Address of the selected server's preview page inside a frame (main/server/preview-page.ts). */
export const previewOrigin = "app-preview://site";
export const previewPage = `${previewOrigin}/preview`;

/** Heartbeat of the page (main/recovery/page-watch.ts); the preload answers, not the page. */
export const pagePing = "page.ping";
export const pagePong = "page.pong";

export const languages = ["ko", "en"] as const;

export type Language = (typeof languages)[number];

/** Each language in its own name. */
export const languageNames: Readonly<Record<Language, string>> = { ko: "한국어", en: "English" };

/** Why an address is refused before any request is sent. */
export type AddressProblem = "empty" | "malformed" | "scheme" | "insecure" | "credentials" | "fixed";

/** Why an address does not lead to a usable server. */
export type ServerProblem =
  | { readonly code: "unreachable" | "timeout" | "certificate" | "webPage" | "otherProduct" }
  | { readonly code: "redirect"; readonly to: string }
  | { readonly code: "status"; readonly status: number };

export type Problem = { readonly code: AddressProblem } | ServerProblem;

/** Result of the last health check of the selected server. Times are milliseconds since 1970. */
export type Health =
  | { readonly state: "checking" }
  | { readonly state: "ok"; readonly at: number }
  | { readonly state: "failed"; readonly at: number; readonly problem: ServerProblem };

/** State of the connection page. Servers are origins, "https://visit.example.com". */
export interface Connection {
  readonly language: Language;
  readonly servers: readonly string[];
  readonly current: { readonly server: string; readonly health: Health } | undefined;
  /** the settings file was unreadable at start-up and was reset */
  readonly settingsLost: boolean;
  /** the policy fixes the list of servers */
  readonly serversFixed: boolean;
  /** the policy is invalid and none of it applies */
  readonly policyBroken: boolean;
}

/** `connected`: the server answered, was saved and selected. */
export type ConnectOutcome =
  | { readonly connected: true; readonly server: string }
  | { readonly connected: false; readonly problem: Problem };

/** State of automatic updates. `off`: disabled by policy, by the kind of installation, or without a release key. */
export type UpdateState =
  | { readonly state: "off"; readonly reason: "policy" | "installation" | "unsigned" }
  | { readonly state: "checking" | "current" | "failed" }
  | { readonly state: "fetching"; readonly version: string; readonly percent: number }
  /**
   * installed when the app is closed
   * @property isInstallFailed an attempt to install it failed; the app keeps running its current version
   */
  | { readonly state: "ready"; readonly version: string; readonly isInstallFailed?: true };

/**
 * Why the app was not restarted to install an update; a successful restart ends the app and returns nothing. `unsaved`:
 * the user chose to stay because of unsaved input; `busy`: something is being printed.
 */
export type RestartOutcome = "notReady" | "busy" | "unsaved" | "failed";

/** Versions of the app and of what it runs on. */
export interface AppInfo {
  readonly version: string;
  readonly electron: string;
  readonly chromium: string;
  /** "Windows_NT 10.0.26100 (x64)" */
  readonly system: string;
}

/** A visit that a `visit://` link opens. */
export type VisitLink = { readonly id: number } | { readonly reserveNo: string };

/** Authorization code from the browser and the matching PKCE verifier, which only the app knows. */
export interface BrowserCode {
  readonly code: string;
  readonly verifier: string;
}

/** The printed fields of a visit. Local times of the site; missing values are "". */
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

/** Offline copy of the printed lists. Instants are milliseconds since 1970. */
export interface Snapshot {
  readonly server: string;
  /** The site's name. */
  readonly company: Readonly<Record<Language, string>>;
  readonly timezone: string;
  /** Name of the signed-in user who fetched the lists. */
  readonly reader: string;
  readonly readAt: number;
  /** The lists were truncated. */
  readonly isCut: boolean;
  /** The session expired through inactivity: only visitors inside remain. */
  readonly isLocked: boolean;
  /** Milliseconds by which this computer's clock was ahead of the server's; 0 where they agreed. */
  readonly clockAhead: number;
  readonly visits: readonly SnapshotVisit[];
}

/** Why there is no offline copy to show. */
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

/** Printed documents. Each has its own paper and often its own printer. */
export const sheets = ["passes", "evacuation", "badge", "register", "closing", "invitations"] as const;

export type Sheet = (typeof sheets)[number];

/** Badge papers that a policy can set; sizes are in badge-papers.ts. */
export const presetBadgePapers = ["90x125", "62", "103", "54x101", "a6", "cr80", "a4"] as const;

/** The same plus a custom size. */
export const badgePapers = [...presetBadgePapers, "custom"] as const;

export type BadgePaper = (typeof badgePapers)[number];

/** Margins in millimetres, of the page as read. */
export interface BadgeMargins {
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
  readonly left: number;
}

/** Badge layout of one printer. */
export interface BadgeSetup {
  readonly paper: BadgePaper;
  /** `landscape`: rotated on the paper; ignored for sheets of several badges */
  readonly orientation: "portrait" | "landscape";
  readonly margins: BadgeMargins;
  /** custom size in millimetres, across the printer and along the feed; kept while another paper is selected */
  readonly width: number;
  readonly height: number;
  /** badges per A4 sheet */
  readonly perSheet: 4 | 10;
}

/** Which printing settings a policy fixes. */
export interface PrintingPresets {
  readonly badgePrinter: boolean;
  readonly badgePaper: boolean;
  readonly badgeSilent: boolean;
  /** of every document except badges */
  readonly listPrinter: boolean;
  readonly listSilent: boolean;
}

/** Print settings of a document. `printer` is the system's name; null: the system's default printer. */
export interface PrintChoice {
  readonly printer: string | null;
  /** prints without the system's dialog */
  readonly isSilent: boolean;
}

export interface Printing {
  readonly printers: readonly { readonly name: string; readonly label: string }[];
  readonly choices: Readonly<Record<Sheet, PrintChoice>>;
  /** of the badge printer */
  readonly badge: BadgeSetup;
  readonly presets: PrintingPresets;
}

/** Result of a print job. `printed`: accepted by the printer. */
export type PrintEnd = "printed" | "failed";

/**
 * `dialog`: the system's dialog is open; `slow`: the printer has not confirmed yet, the event `printing.ended` follows;
 * `noPrinter`: the selected printer is not available.
 */
export type PrintOutcome = PrintEnd | "dialog" | "slow" | "noPrinter";

/** `saved`: with the chosen file name. */
export type PdfOutcome =
  | { readonly state: "saved"; readonly name: string }
  | { readonly state: "cancelled" | "failed" };

/** Events that notify a user who works in another window. Notifications contain counts, never names. */
export const attentionKinds = ["waiting", "approved", "rejected"] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** Notification settings of this computer. */
export interface AttentionChoice {
  /** system notifications and taskbar */
  readonly notifications: boolean;
  readonly sound: boolean;
}

export interface AttentionSettings extends AttentionChoice {
  /** false: a policy disables both */
  readonly isAllowed: boolean;
}

/** Entries of the menu that the console carries out. */
export type MenuCommand = "print" | "search" | "help" | "settings" | "manual" | "about";

/** Calls from the window to the main process, each with a result. */
export interface Calls {
  "connection.read": () => Connection;
  /** checks and selects a typed address or an origin from the list */
  "connection.connect": (address: string) => ConnectOutcome;
  /** checks the selected server again */
  "connection.check": () => void;
  "connection.forget": (server: string) => void;
  /** opens the selected server's public site in the browser; false if refused */
  "connection.openSite": () => boolean;
  "language.choose": (language: Language) => void;
  "app.read": () => AppInfo;
  "updates.read": () => UpdateState;
  /** checks for updates now */
  "updates.check": () => void;
  /** quits the app, installs the update and restarts */
  "updates.restart": () => RestartOutcome;
  /** the page's reply to the event `unsaved.asked`, with the same number */
  "unsaved.answer": (question: number, isUnsaved: boolean) => void;
  /** returns and clears the pending link */
  "link.take": () => VisitLink | null;
  /** opens the selected server's sign-in page in the system's browser; false if refused */
  "signIn.begin": () => boolean;
  /** returns and clears the authorization code */
  "signIn.take": () => BrowserCode | null;
  /** signs out of the company's identity provider in the browser. @param path from the server */
  "signIn.leave": (path: string) => boolean;
  "snapshot.read": () => SnapshotAnswer;
  "snapshot.wipe": () => void;
  /** whether the system can protect the offline copy; without that there is none */
  "snapshot.canKeep": () => boolean;
  "printing.read": () => Printing;
  "printing.choose": (sheet: Sheet, choice: PrintChoice) => void;
  /** of the badge printer */
  "printing.setUpBadge": (setup: BadgeSetup) => void;
  /**
   * prints the current page. @param asks always shows the system's dialog @param length of the page on a roll, in
   * millimetres
   */
  "printing.print": (sheet: Sheet, asks: boolean, length: number | null) => PrintOutcome;
  "printing.savePdf": (sheet: Sheet, length: number | null) => PdfOutcome;
  /** prints a screen as it is shown, with the system's dialog */
  "printing.printScreen": () => void;
  "attention.read": () => AttentionSettings;
  "attention.choose": (choice: AttentionChoice) => void;
  /** shows a notification unless the window has focus */
  "attention.notify": (kind: AttentionKind, count: number) => void;
  /** sets the number on the app's icon; 0 removes it */
  "attention.count": (count: number) => void;
  /** cancels an upload. @param id from the header `X-Upload-Id` */
  "upload.cancel": (id: string) => void;
  /**
   * asks for a file name, saves the diagnostics and shows the progress in its own window
   * @param typed address to test instead of the selected server; "" without one
   */
  "diagnostics.save": (typed: string) => void;
}

export interface UploadProgress {
  /** from the header `X-Upload-Id` */
  readonly id: string;
  /** bytes sent */
  readonly sent: number;
}

/** Events from the main process to the window. */
export interface Events {
  "updates.changed": UpdateState;
  /** asks whether there is unsaved input; the payload is a sequence number */
  "unsaved.asked": number;
  /** a link is pending */
  "link.arrived": null;
  /** the browser returned an authorization code */
  "signIn.returned": null;
  /** result of a job that returned `slow`, or failed after its dialog */
  "printing.ended": PrintEnd;
  /** upload progress, which pages of custom schemes do not get from the browser */
  "upload.progress": UploadProgress;
  "connection.changed": Connection;
  "menu.chosen": MenuCommand;
  /** a notification was clicked */
  "attention.opened": AttentionKind;
}

export type Channel = keyof Calls;

/** The object that the preload exposes as `window.desktop`. */
export interface Bridge {
  readonly readConnection: () => Promise<Connection>;
  readonly connect: (address: string) => Promise<ConnectOutcome>;
  readonly checkServer: () => Promise<void>;
  readonly forgetServer: (server: string) => Promise<void>;
  readonly openSite: () => Promise<boolean>;
  readonly chooseLanguage: (language: Language) => Promise<void>;
  readonly readApp: () => Promise<AppInfo>;
  readonly readUpdates: () => Promise<UpdateState>;
  readonly checkUpdates: () => Promise<void>;
  readonly restartToUpdate: () => Promise<RestartOutcome>;
  /**
   * @param hasUnsaved whether there is unsaved input; asked before each restart
   * @returns unsubscribe
   */
  readonly answerUnsaved: (hasUnsaved: () => boolean) => () => void;
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
  readonly canKeepLists: () => Promise<boolean>;
  readonly readPrinting: () => Promise<Printing>;
  readonly choosePrinting: (sheet: Sheet, choice: PrintChoice) => Promise<void>;
  readonly setUpBadge: (setup: BadgeSetup) => Promise<void>;
  readonly print: (sheet: Sheet, asks: boolean, length: number | null) => Promise<PrintOutcome>;
  readonly savePdf: (sheet: Sheet, length: number | null) => Promise<PdfOutcome>;
  readonly printScreen: () => Promise<void>;
  /** @returns ends the subscription */
  readonly onMenu: (listener: (command: MenuCommand) => void) => () => void;
  /** @returns ends the subscription */
  readonly onPrintEnd: (listener: (end: PrintEnd) => void) => () => void;
  /** @returns ends the subscription */
  readonly onConnection: (listener: (connection: Connection) => void) => () => void;
  readonly cancelUpload: (id: string) => Promise<void>;
  readonly saveDiagnostics: (typed: string) => Promise<void>;
  /** @returns ends the subscription */
  readonly onUploadProgress: (listener: (progress: UploadProgress) => void) => () => void;
  readonly readAttention: () => Promise<AttentionSettings>;
  readonly chooseAttention: (choice: AttentionChoice) => Promise<void>;
  readonly notify: (kind: AttentionKind, count: number) => Promise<void>;
  readonly countWaiting: (count: number) => Promise<void>;
  /** @returns ends the subscription */
  readonly onAttention: (listener: (kind: AttentionKind) => void) => () => void;
}
