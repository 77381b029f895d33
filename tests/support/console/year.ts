/** A site whose time passes as a test says. */
import { addMinutes, fromInstant } from "#contract/dates.ts";
import { type Answer, startTestServer } from "../api.ts";
import { applyAs, ok, type Stranger } from "../strangers.ts";
import { yearSecret } from "./set-up.ts";
import { type SignedIn, signIn } from "./staff.ts";

/** In minutes. */
export const day = 24 * 60;

/** Starts one with nothing in it. */
export async function startYear() {
  const server = await startTestServer();
  /** Ids that the year goes on with, by what they are. */
  const ids: Record<string, number> = {};
  const people: Stranger[] = [];
  const wall = (minutes = 0) => addMinutes(fromInstant(server.now, "Asia/Seoul"), minutes);
  return {
    server,
    ids,
    people,
    wall,
    passTime(minutes: number) {
      server.now = new Date(server.now.getTime() + minutes * 60_000);
    },
    /** Signs in anew: a session does not outlast the steps of the clock. */
    as: (loginId: string): Promise<SignedIn> => signIn(server, loginId, yearSecret),
    /** Applies for a visit in an hour. */
    apply: (who: Stranger, hostUser: number, more: object = {}): Promise<Answer> =>
      applyAs(server, who, {
        hostUser,
        userCompany: ids.company,
        location: ids.place,
        purpose: ids.purpose,
        startDate: wall(60),
        endDate: wall(180),
        ...more,
      }),
    async visitIdOf(desk: SignedIn, reserveNo: string): Promise<number> {
      const { rows } = await ok(desk.get(`/api/visit?q=${reserveNo}`));
      return rows[0].id;
    },
  };
}
