/** The console's screens, and a day on which each has something to show. */
import type { Role } from "#contract/roles.ts";
import { isSeen } from "../visitor/visitor-locators.ts";
import { addHeldPass, addOverdue, addParty, addPasses, addVisiting } from "./console-site.ts";
import type { ConsoleSuite, StaffPage } from "./console-suite.ts";

const long = {
  name: "황보남궁선우제갈독고사공서문동방어금망절",
  company: "주식회사 가온정밀화학소재부품장비연구개발센터",
  carNumber: "서울123가 4567",
  position: "수석연구위원 겸 기술기획총괄",
  note: "https://intranet.example.com/visits/guides/two-hundred-and-twelve?building=main-building-north-wing",
};

/** A day with everything on it. @param host whose visits they are @returns a party to come, and somebody inside with passes */
export async function fillDay({ server, site }: Pick<ConsoleSuite, "server" | "site">, host: number) {
  const mine = { hostUserId: host };
  const { leader } = await addParty(server, site, ["동행하나", "동행둘"], {
    ...long,
    ...mine,
    cellphone: "010-0000-7781",
  });
  for (const statusCode of ["applied", "rejected", "exited", "cancelled", "ended"] as const)
    await addVisiting(server, site, { ...long, ...mine, statusCode });
  const inside = await addOverdue(server, site, { ...long, ...mine, guide: "안내하는이" });
  await addHeldPass(server, "P-1", inside.id);
  await addHeldPass(server, "V-1", inside.id, true);
  await server.db("visitLogs").insert({
    visitId: inside.id,
    ...{ action: "issue", fromCode: "approved", toCode: "entered" },
    ...{ actorKind: "staff", actorId: host, passNo: "P-1, V-1", at: inside.enteredAt },
  });
  await addPasses(server, ["P-2", "P-3", "P-4"]);
  return { leader: leader.id, inside: inside.id };
}

export type FilledDay = Awaited<ReturnType<typeof fillDay>>;

export interface Screen {
  readonly name: string;
  readonly path: (filled: FilledDay) => string;
  /** Done on it, before it is looked at. */
  readonly doing?: (desk: StaffPage, filled: FilledDay) => Promise<unknown>;
  /** A state of a screen that is looked at anyway: the full run alone looks at it. */
  readonly isDetail?: true;
  /** Shown as wide as the paper is. */
  readonly isPaper?: true;
}

const drawerSeen = (desk: StaffPage) => isSeen(desk.drawer.getByText(desk.say("log.title")));

/** What the desk has before it all day, with what opens on it. */
export const everyScreen: readonly Screen[] = [
  { name: "board", path: () => "/dash/today" },
  { name: "visits", path: () => "/dash/visits" },
  { name: "issue to a party", path: ({ leader }) => `/dash/today?visit=${leader}`, doing: drawerSeen },
  { name: "approvals", path: () => "/dash/approvals" },
  { name: "somebody inside", path: ({ inside }) => `/dash/visits?visit=${inside}`, doing: drawerSeen },
  { name: "reserve", path: () => "/dash/reserve" },
  { name: "absence", path: () => "/dash/absence" },
  { name: "passes", path: () => "/dash/passes" },
  { name: "writing a message", path: ({ leader }) => `/dash/messages/new?visit=${leader}` },
  { name: "configuration", path: () => "/dash/configuration" },
  { name: "messages", path: () => "/dash/messages" },
  { name: "getting started", path: () => "/dash/set-up" },
  { name: "account", path: () => "/dash/account" },
  { name: "about", path: () => "/dash/about" },
  { name: "board of who left", path: () => "/dash/today?list=left", isDetail: true },
  {
    name: "search on the board",
    path: () => "/dash/today",
    doing: async (desk) => {
      await desk.daySearch.fill("황보");
      await isSeen(desk.page.getByRole("option").first());
    },
    isDetail: true,
  },
  { name: "visits that do not fit", path: () => "/dash/visits?q=없는이름", isDetail: true },
  {
    name: "recovery",
    path: ({ inside }) => `/dash/visits?visit=${inside}`,
    doing: (desk) => desk.act("action.recovery").click(),
    isDetail: true,
  },
  {
    name: "reason of a revert, refused",
    path: ({ inside }) => `/dash/visits?visit=${inside}`,
    doing: async (desk) => {
      await desk.act("action.revert").click();
      await desk.act("action.revert").click();
    },
    isDetail: true,
  },
  {
    name: "columns",
    path: () => "/dash/visits",
    doing: async (desk) => {
      await desk.button(desk.say("table.columns")).click();
      await isSeen(desk.page.getByRole("checkbox").first());
    },
    isDetail: true,
  },
  { name: "past visitors", path: () => "/dash/approvals?list=visited", isDetail: true },
  { name: "no such screen", path: () => "/dash/no-such-screen", isDetail: true },
  { name: "vehicle passes", path: () => "/dash/vehicle-passes", isDetail: true },
];

const at = (path: string): Screen => ({ name: path, path: () => `/dash/${path}` });
const detailAt = (path: string): Screen => ({ ...at(path), isDetail: true });

/** All screens, by who opens them first. */
export const screensOf = {
  desk: [
    ...everyScreen,
    ...["closing", "reports", "signage"].map(at),
    ...["print/passes?board=expected", "print/evacuation"].map((path) => ({
      ...at(path),
      isPaper: true as const,
    })),
  ],
  admin: [
    ...["host-users", "host-users/import", "companies", "codes/9002", "terms", "policies"].map(at),
    ...["messages/templates", "webhooks", "api-keys"].map(at),
    ...["codes/9003", "webhooks?webhook=new", "api-keys?key=new"].map(detailAt),
  ],
  privacy: ["trash", "register", "access-log", "erasure-requests"].map(at),
} as const satisfies Partial<Record<Role, readonly Screen[]>>;
