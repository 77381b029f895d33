/** Every read that a screen makes, by role and path; what stands in braces is another with each call. */
import { addDays } from "#contract/dates.ts";
import { type Ask, today } from "./calls.ts";
import { historyDays, hosts, mixed, nameOf, personOf, phoneOf, visits } from "./database.ts";

const reads = `
desk /dash/visits/progress
desk /dash/day-closings/current
desk /dash/visits/{id}
desk /dash/visits/{id}/logs
desk /dash/visits/{id}/consents
desk /api/visitor/{id}/followers
desk /dash/sms/recipients?visits={id},{id2}
desk /dash/visits/previous-visitors?name={two}
host /dash/visits/previous-visitors?name={two}
desk /dash/hostusers/select-options?name={two}
desk /dash/reports/visits?from={month}&to={today}
desk /dash/reports/visits?from={year}&to={today}
desk /api/visit?size=50
desk /api/visit?size=50&page=200
desk /api/visit?size=50&sort=startDate
desk /api/visit?size=50&sort=name
desk /api/visit?size=50&sort=-company
desk /api/visit?size=50&status={status}
desk /api/visit?size=50&status=applied
desk /api/visit?size=50&status=ended,rejected&sort=name
desk /api/visit?size=50&host={host}
desk /api/visit?size=50&location={place}
desk /api/visit?size=50&location={place}&purpose={purpose}&status={status}
desk /api/visit?size=50&from={from}&to={to}
desk /api/visit?size=50&from={from}&to={to}&status={status}&location={place}
desk /api/visit?size=50&to={from}
desk /api/visit?q={two}
desk /api/visit?q={two}&page=5&size=50
desk /api/visit?q={two}&status={status}&location={place}
desk /api/visit?q={two}&from={from}&to={to}
desk /api/visit?q={name}
desk /api/visit?q={two}&sort=name
desk /api/visit?q=뷁{one}
desk /api/visit?q={four}
desk /api/visit?q={phone}
desk /api/visit?q=한국
desk /dash/visits/reserved
desk /dash/visits/reserved?q={two}
desk /dash/visits/undecided
desk /dash/visits/active
desk /api/visit/not-returns
desk /api/pass
desk /api/vehicle-pass
desk /dash/day-closings
desk /dash/sms
desk /dash/sms?status=failed
desk /dash/sms?event=reject
desk /dash/sms?q={two}
desk /dash/sms?q={four}
host /dash/user/requests
host /dash/user/visited
host /dash/user/visited?q={two}
host /dash/sms
admin /dash/hostusers
admin /dash/hostusers?q={two}
privacy /dash/access-log
privacy /dash/access-log?hostUser={few}
privacy /dash/access-log?visitId={id}
privacy /dash/access-log?from={month}&to={today}
privacy /dash/access-log/months
privacy /dash/access-log/review?month={thisMonth}
privacy /dash/events
privacy /dash/events?kind=signIn
privacy /dash/events?hostUser={few}
privacy /dash/trash-privacy
privacy /dash/trash-privacy?q={two}
privacy /dash/destruction-register
privacy /dash/erasure-requests
`;

function filled(path: string, n: number): string {
  const random = (salt: number, below: number) => mixed(n + 1_000, salt) % below;
  const [person, from] = [
    personOf(1 + random(1, visits)),
    addDays(today(), random(2, historyDays) - historyDays),
  ];
  const values: Record<string, string | number> = {
    ...{
      id: 1 + random(3, visits),
      id2: 1 + random(4, visits),
      host: 1 + random(5, hosts),
      few: 1 + random(6, 50),
    },
    ...{
      place: 1 + random(7, 12),
      purpose: 13 + random(8, 10),
      status: ["ended", "rejected", "cancelled"][random(9, 3)] ?? "",
    },
    ...{
      name: nameOf(person),
      two: nameOf(person).slice(0, 2),
      one: nameOf(person).slice(0, 1),
      phone: phoneOf(person),
    },
    ...{ four: phoneOf(person).slice(-4), from, to: addDays(from, 1 + random(10, 60)), today: today() },
    ...{ month: addDays(today(), -29), year: addDays(today(), -364), thisMonth: today().slice(0, 7) },
  };
  return path.replace(/\{(\w+)\}/g, (_, name: string) => String(values[name]));
}

const asks = reads
  .trim()
  .split("\n")
  .map((line): [string, (n: number) => Ask] => {
    const [role = "", path = ""] = line.split(" ");
    return [line, (n) => ({ method: "GET", path: encodeURI(filled(path, n)), role: role as Ask["role"] })];
  });
export const screens = Object.fromEntries(asks);
