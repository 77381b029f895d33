/** Screens grouped by task. Screens without permission are hidden. */
import {
  IconBuilding,
  IconCalendarPlus,
  IconCar,
  IconChartBar,
  IconChecklist,
  IconDeviceTv,
  IconEraser,
  IconEye,
  IconFileText,
  IconId,
  IconKey,
  IconLayoutDashboard,
  IconListDetails,
  IconMessages,
  IconMoon,
  IconNotebook,
  type IconProps,
  IconRocket,
  IconSend,
  IconSettings,
  IconShieldLock,
  IconTrash,
  IconUserCog,
  IconUsers,
  IconWebhook,
} from "@tabler/icons-react";
import type { ComponentType } from "react";
import type { CurrentUser } from "#contract/people/account.ts";
import { type FoldingGroup, foldingGroups, type Preferences } from "#contract/people/preferences.ts";
import type { TextKey } from "./language.ts";
import { may, type StaffPermission } from "./session.ts";

export interface Screen {
  readonly to:
    | "/today"
    | "/visits"
    | "/closing"
    | "/approvals"
    | "/reserve"
    | "/passes"
    | "/vehicle-passes"
    | "/signage"
    | "/reports"
    | "/host-users"
    | "/companies"
    | "/codes"
    | "/trash"
    | "/register"
    | "/access-log"
    | "/erasure-requests"
    | "/messages"
    | "/messages/new"
    | "/configuration"
    | "/set-up"
    | "/webhooks"
    | "/api-keys"
    | "/terms"
    | "/policies";
  readonly label: TextKey;
  readonly permission: StaffPermission;
  readonly icon: ComponentType<IconProps>;
}

interface Group {
  readonly label: TextKey;
  /** Id of a collapsible group. */
  readonly folding?: FoldingGroup;
  readonly screens: readonly Screen[];
}

const groups: readonly Group[] = [
  {
    label: "console.nav.today",
    screens: [
      { to: "/today", label: "console.nav.board", permission: "desk", icon: IconLayoutDashboard },
      { to: "/approvals", label: "console.nav.approvals", permission: "visits.decide", icon: IconChecklist },
      { to: "/closing", label: "console.nav.closing", permission: "desk", icon: IconMoon },
    ],
  },
  {
    label: "console.nav.visits",
    screens: [
      { to: "/visits", label: "console.nav.allVisits", permission: "visits.search", icon: IconUsers },
      { to: "/reserve", label: "console.nav.reserve", permission: "visits.reserve", icon: IconCalendarPlus },
      { to: "/reports", label: "console.nav.visitReports", permission: "reports", icon: IconChartBar },
    ],
  },
  {
    label: "console.nav.passes",
    screens: [
      { to: "/passes", label: "console.nav.visitorPasses", permission: "passes", icon: IconId },
      { to: "/vehicle-passes", label: "console.nav.vehiclePasses", permission: "passes", icon: IconCar },
    ],
  },
  {
    label: "console.nav.messages",
    screens: [
      { to: "/messages/new", label: "console.nav.compose", permission: "sms", icon: IconSend },
      { to: "/messages", label: "console.nav.sent", permission: "sms", icon: IconMessages },
      { to: "/signage", label: "console.nav.signage", permission: "signage", icon: IconDeviceTv },
    ],
  },
  {
    label: "console.nav.administration",
    folding: "administration",
    screens: [
      {
        to: "/host-users",
        label: "console.nav.hostUsers",
        permission: "referenceData.read",
        icon: IconUserCog,
      },
      {
        to: "/companies",
        label: "console.nav.companies",
        permission: "referenceData.read",
        icon: IconBuilding,
      },
      { to: "/codes", label: "console.nav.codes", permission: "referenceData.read", icon: IconListDetails },
      { to: "/terms", label: "console.nav.terms", permission: "texts", icon: IconFileText },
      { to: "/policies", label: "console.nav.policies", permission: "texts", icon: IconShieldLock },
      {
        to: "/configuration",
        label: "console.nav.configuration",
        permission: "referenceData.read",
        icon: IconSettings,
      },
      { to: "/webhooks", label: "console.nav.webhooks", permission: "integrations", icon: IconWebhook },
      { to: "/api-keys", label: "console.nav.apiKeys", permission: "integrations", icon: IconKey },
      { to: "/set-up", label: "console.nav.setUp", permission: "referenceData.read", icon: IconRocket },
    ],
  },
  {
    label: "console.nav.privacy",
    folding: "privacy",
    screens: [
      { to: "/trash", label: "console.nav.trash", permission: "privacy.read", icon: IconTrash },
      { to: "/register", label: "console.nav.register", permission: "privacy.read", icon: IconNotebook },
      { to: "/access-log", label: "console.nav.accessLog", permission: "privacy.read", icon: IconEye },
      { to: "/erasure-requests", label: "console.nav.erasure", permission: "privacy.read", icon: IconEraser },
    ],
  },
];

/** A group as displayed; without a label if it has a single screen. */
export interface ShownGroup extends Omit<Group, "label"> {
  readonly label?: TextKey;
}

/** Groups with a permitted screen. Merges adjacent groups with a single screen. */
export function navigationOf(user: CurrentUser): readonly ShownGroup[] {
  const shown: ShownGroup[] = [];
  for (const group of groups) {
    const screens = group.screens.filter(({ permission }) => may(user, permission));
    const last = shown.at(-1);
    if (screens.length > 1) shown.push({ ...group, screens });
    else if (last && !last.label) shown[shown.length - 1] = { screens: [...last.screens, ...screens] };
    else if (screens.length > 0) shown.push({ screens });
  }
  return shown;
}

/**
 * Expanded groups: the user's choice, by default all for users who do not work at the desk.
 * @param chosen null before the first change
 */
export const openGroupsOf = (user: CurrentUser, chosen: Preferences["openGroups"]): readonly FoldingGroup[] =>
  chosen ?? (may(user, "desk") ? [] : foldingGroups);

type StartScreen = NonNullable<Preferences["startScreen"]>;

const startScreenPermissions: Readonly<Record<StartScreen, StaffPermission>> = {
  today: "desk",
  approvals: "visits.decide",
  visits: "visits.search",
  trash: "privacy",
};

/** Permitted start screens, the role's default first. */
export const startScreensOf = (user: CurrentUser): StartScreen[] =>
  (Object.keys(startScreenPermissions) as StartScreen[]).filter((screen) =>
    may(user, startScreenPermissions[screen]),
  );

/** The user's start screen: the preferred one, else the board for the desk and pending approvals for hosts. */
export function firstScreen(user: CurrentUser, preferred: StartScreen | null = null): `/${StartScreen}` {
  const screens = startScreensOf(user);
  return `/${preferred && screens.includes(preferred) ? preferred : (screens[0] ?? "visits")}`;
}
