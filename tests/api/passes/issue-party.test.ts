import { describe, expect, it } from "vitest";
import { issueTo } from "../../support/console/front-desk.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addGroup, addPass, addVisit, logsOf, statusOf } from "../../support/visits/visits.ts";

const { server, site, crew } = await staffedSite();

const issue = (id: number, body: Record<string, unknown>) => issueTo(crew.desk, id, body);

describe("POST /dash/visits/{id}/issue: group with absent members", () => {
  const group = async () => {
    const { leader, companions } = await addGroup(server, site, 2, { statusCode: "approved" });
    const [one, two] = companions.map(({ id }) => id) as [number, number];
    return { leader: leader.id, one, two, passNos: [await addPass(server), await addPass(server)] };
  };
  const statusesOf = (ids: readonly number[]) => Promise.all(ids.map((id) => statusOf(server.db, id)));

  it("keeps an absent leader's status when called for a companion", async () => {
    const { leader, one, two, passNos } = await group();
    const answer = await issue(one, { passNo: passNos[0], party: [{ visitID: two, passNo: passNos[1] }] });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.body.map(({ id }: { id: number }) => id)).toEqual([one, two]);
    expect(await statusesOf([leader, one, two])).toEqual(["approved", "entered", "entered"]);
    expect(await logsOf(server.db, leader)).toEqual([]);
  });

  it("includes the leader in a companion's call", async () => {
    const { leader, one, two, passNos } = await group();
    const answer = await issue(one, { passNo: passNos[0], party: [{ visitID: leader, passNo: passNos[1] }] });
    expect(answer.status, answer.text).toBe(200);
    expect(await statusesOf([leader, one, two])).toEqual(["entered", "entered", "approved"]);
  });

  it.each(["their own visit", "the leader's visit"])(
    "checks absent members in later, in %s",
    async (from) => {
      const { leader, one, two, passNos } = await group();
      await issue(leader, { passNo: passNos[0] });
      expect(await statusesOf([leader, one, two])).toEqual(["entered", "approved", "approved"]);
      const answer = from.startsWith("their")
        ? await issue(two, { passNo: passNos[1] })
        : await issue(one, { passNo: passNos[1], party: [{ visitID: two, passNo: await addPass(server) }] });
      expect(answer.status, answer.text).toBe(200);
      expect(await statusOf(server.db, two)).toBe("entered");
    },
  );

  it("reports the member with an invalid pass, and checks none in", async () => {
    const { leader, one, two, passNos } = await group();
    const answer = await issue(one, {
      passNo: passNos[0],
      party: [
        { visitID: leader, passNo: passNos[1] },
        { visitID: two, passNo: "none" },
      ],
    });
    expect(answer.body).toEqual({ "party.1.passNo": "등록되지 않은 출입증입니다." });
    expect(await statusesOf([leader, one, two])).toEqual(["approved", "approved", "approved"]);
  });

  it("rejects another visit in a companion's group", async () => {
    const { one, passNos } = await group();
    const other = await addVisit(server, site, { statusCode: "approved" });
    const answer = await issue(one, {
      passNo: passNos[0],
      party: [{ visitID: other.id, passNo: passNos[1] }],
    });
    expect(answer.body).toEqual({ "party.0.visitID": "이 방문의 동행이 아닙니다." });
    expect(await statusOf(server.db, other.id)).toBe("approved");
  });
});
