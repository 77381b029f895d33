/** The columns of each list's file, labelled as on its screen. */
import { fill, type textsIn } from "#api/http/language.ts";
import { accountStateOf, type HostUserAnswer } from "#contract/people/host-users.ts";
import { accessCalls } from "#contract/privacy/access-calls.ts";
import type { AccessRow } from "#contract/privacy/access-log.ts";
import { type Destruction, visitNumbers } from "#contract/privacy/privacy-trash.ts";
import { revealCauseOf } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";

export type Cell = string | number | null | undefined;

/** A heading and the value of a row. */
export type FileColumn<Row> = readonly [heading: string, read: (row: Row) => Cell];

type Texts = ReturnType<typeof textsIn>;
export type FileColumns<Row> = (texts: Texts) => readonly FileColumn<Row>[];

export const visitColumns: FileColumns<VisitAnswer> = ({ console: { visit, export: file } }) => [
  [visit.reserveNo, ({ reserveNo }) => reserveNo],
  [visit.status, ({ status }) => status.name],
  [visit.visitor, ({ name }) => name],
  [visit.company, ({ company }) => company],
  [file.position, ({ position }) => position],
  [file.leader, ({ leader }) => leader?.name],
  [visit.carNumber, ({ carNumber }) => carNumber],
  [visit.host, ({ hostUser }) => hostUser.name],
  [file.department, ({ hostUser }) => hostUser.department],
  [visit.place, ({ accessiblePlace }) => accessiblePlace?.name],
  [visit.purpose, ({ purpose }) => purpose.name],
  [file.start, ({ startDate }) => startDate],
  [file.end, ({ endDate }) => endDate],
  [visit.enteredAt, ({ enteredAt }) => enteredAt],
  [visit.exitedAt, ({ exitedAt }) => exitedAt],
  [visit.pass, ({ pass }) => pass?.passNo],
  [visit.carPass, ({ carPass }) => carPass?.passNo],
];

/** Begins with the columns of the import template. */
export const hostUserColumns: FileColumns<HostUserAnswer> = ({ console: { hostUsers, role: roles } }) => [
  [hostUsers.loginId, ({ loginId }) => loginId],
  [hostUsers.name, ({ name }) => name],
  [hostUsers.enName, ({ enName }) => enName],
  [hostUsers.company, ({ company }) => company.name],
  [hostUsers.department, ({ department }) => department],
  [hostUsers.position, ({ position }) => position],
  [hostUsers.cellPhone, ({ cellPhone }) => cellPhone],
  [hostUsers.phone, ({ phone }) => phone],
  [hostUsers.email, ({ email }) => email],
  [hostUsers.role, ({ role }) => roles[role]],
  [hostUsers.status, ({ status }) => hostUsers[status]],
  [hostUsers.account, (user) => hostUsers.state[accountStateOf(user)]],
  [hostUsers.lastSignInAt, ({ lastSignInAt }) => lastSignInAt],
  [hostUsers.createdAt, ({ createdAt }) => createdAt],
];

export const accessColumns: FileColumns<AccessRow> = ({
  console: { access, account, log, register, reason, role },
}) => {
  const callName = (what: string) => {
    const name = accessCalls[what];
    return name ? access.call[name] : what;
  };
  const reasonOf = (row: AccessRow) => {
    const { cause, words } = revealCauseOf(row.reason);
    return cause ? `${reason.cause[cause]}: ${words}` : words;
  };
  return [
    [access.at, ({ at }) => at],
    [access.who, ({ hostUser, apiKey }) => apiKey?.name ?? hostUser.name],
    [
      account.role,
      ({ hostUser, apiKey }) => (apiKey ? log.by.key : hostUser.role ? role[hostUser.role] : ""),
    ],
    [access.address, ({ address }) => address],
    [access.what, ({ what }) => callName(what)],
    [
      access.whose,
      ({ visits, byNumber }) =>
        [visits > 0 && fill(access.visits, { count: visits }), byNumber && access.byNumber]
          .filter(Boolean)
          .join(" · "),
    ],
    [register.visitIds, ({ visitIds }) => visitIds.join(", ")],
    [access.reason, reasonOf],
  ];
};

export const registerColumns: FileColumns<Destruction> = ({ console: { register, log } }) => [
  [register.number, ({ id }) => id],
  [register.at, ({ at }) => at],
  [register.why, ({ why }) => register[why]],
  [register.by, ({ by }) => (by.kind === "job" ? log.by.job : by.name)],
  [register.visits, ({ visits }) => visits],
  [register.persons, ({ persons }) => persons],
  [register.messages, ({ messages }) => messages],
  // In days, for example "365, 180".
  [register.kept, ({ retentionDays }) => retentionDays.join(", ")],
  [register.visitIds, visitNumbers],
];
