import type { Role } from "#contract/roles.ts";
import type { topics as texts } from "#i18n/manual/ko.json";
import type { TextKey } from "../../lib/language.ts";
import type { Screen } from "../../lib/navigation.ts";
import type { StaffPermission } from "../../lib/session.ts";

type Link = readonly [
  to: Screen["to"] | "/absence" | "/account" | "/about" | "/messages/templates",
  label: TextKey,
];

interface Topic {
  readonly id: keyof typeof texts;
  /** The role whose daily work it is; undefined for all roles. */
  readonly role?: Role;
  /** Needed for the work and for all linked screens. */
  readonly permission: StaffPermission;
  readonly links: readonly Link[];
}

const board: Link = ["/today", "console.nav.board"];
const reserve: Link = ["/reserve", "console.nav.reserve"];

/** Topics of the manual; their steps are in resources/i18n/manual. */
export const topics: readonly Topic[] = [
  { id: "issue", role: "desk", permission: "desk", links: [board] },
  { id: "return", role: "desk", permission: "desk", links: [board] },
  { id: "walkIn", role: "desk", permission: "desk", links: [reserve] },
  { id: "consent", role: "desk", permission: "desk", links: [board] },
  { id: "print", role: "desk", permission: "desk", links: [board] },
  { id: "close", role: "desk", permission: "desk", links: [["/closing", "console.nav.closing"]] },
  {
    id: "decide",
    role: "host",
    permission: "visits.decide",
    links: [["/approvals", "console.nav.approvals"]],
  },
  { id: "reserve", role: "host", permission: "visits.reserve", links: [reserve] },
  { id: "deputy", role: "host", permission: "visits.decide", links: [["/absence", "console.nav.absence"]] },
  { id: "setUp", role: "admin", permission: "referenceData", links: [["/set-up", "console.nav.setUp"]] },
  {
    id: "users",
    role: "admin",
    permission: "referenceData",
    links: [["/host-users", "console.nav.hostUsers"]],
  },
  { id: "codes", role: "admin", permission: "referenceData", links: [["/codes", "console.nav.codes"]] },
  {
    id: "texts",
    role: "admin",
    permission: "texts",
    links: [
      ["/terms", "console.nav.terms"],
      ["/policies", "console.nav.policies"],
    ],
  },
  {
    id: "messages",
    role: "admin",
    permission: "referenceData",
    links: [
      ["/messages/templates", "console.wording.title"],
      ["/messages", "console.nav.sent"],
    ],
  },
  {
    id: "erasure",
    role: "privacy",
    permission: "privacy",
    links: [["/erasure-requests", "console.nav.erasure"]],
  },
  { id: "review", role: "privacy", permission: "privacy", links: [["/access-log", "console.nav.accessLog"]] },
  {
    id: "trash",
    role: "privacy",
    permission: "privacy",
    links: [
      ["/trash", "console.nav.trash"],
      ["/register", "console.nav.register"],
    ],
  },
  { id: "search", permission: "account", links: [["/about", "console.shortcut.title"]] },
  { id: "secondFactor", permission: "account", links: [["/account", "console.account.title"]] },
  { id: "help", permission: "account", links: [["/about", "console.about.title"]] },
];
