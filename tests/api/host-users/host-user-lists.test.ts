import { describe, expect, it } from "vitest";
import { hostUsersPath, keepHostUsers } from "../../support/console/host-users.ts";
import { staffedSite } from "../../support/console/staffed-site.ts";
import { addHost } from "../../support/site.ts";

const { server, site, crew } = await staffedSite();
keepHostUsers(() => server);

const stored = (id: number) => server.db("hostUsers").where({ id }).first();

describe("GET /dash/hostusers", () => {
  const found = async (query: string, by = crew.desk) => {
    const answer = await by.get(`${hostUsersPath}?size=200&${query}`);
    expect(answer.status, answer.text).toBe(200);
    return answer.body.rows.map(({ id }: { id: number }) => id);
  };

  it("shows staff phone numbers to desk and administrators only", async () => {
    const { id } = await addHost(server.db, site.company, { name: "한지우", cellPhone: "010-0000-4321" });
    for (const role of ["desk", "admin"] as const) {
      const { body } = await crew[role].get(`${hostUsersPath}?q=${encodeURIComponent("한지우")}`);
      expect(body).toMatchObject({ total: 1, totalCapped: false });
      expect(body.rows[0]).toMatchObject({ id, name: "한지우", cellPhone: "010-0000-4321", role: "host" });
      expect(Object.keys(body.rows[0])).not.toContain("passwordHash");
    }
    for (const role of ["host", "privacy"] as const) {
      expect((await crew[role].get(hostUsersPath)).status).toBe(403);
      const options = await crew[role].get(
        `${hostUsersPath}/select-options?name=${encodeURIComponent("한지우")}`,
      );
      expect(options.body).toEqual([{ id, name: "한지우 (가온정밀)" }]);
    }
    const publicAnswer = await server.get(
      `/visitor/findHostUsers?s=${encodeURIComponent("한지우")}&company=${site.company}`,
    );
    expect(publicAnswer.body).toHaveLength(1);
    expect(publicAnswer.text).not.toContain("4321");
  });

  it("searches by part of name, initial consonants, login id and department, including resigned users", async () => {
    const add = async (more: object) => (await addHost(server.db, site.company, more)).id;
    const a = await add({ name: "표가온", enName: "Gaon Pyo", loginId: "pyo.one", department: "R&D센터" });
    const b = await add({ name: "표나래", loginId: "50%_off", department: "구매팀", status: "resigned" });
    expect(await found(`q=${encodeURIComponent("표가")}`)).toEqual([a]);
    expect(await found(`q=${encodeURIComponent("ㅍㄴㄹ")}`)).toEqual([b]);
    expect(await found("q=gaon+PYO")).toEqual([a]);
    expect(await found("q=PYO.")).toEqual([a]);
    expect(await found(`q=${encodeURIComponent("r&d")}`)).toEqual([a]);
    expect(await found(`q=${encodeURIComponent("%_")}`)).toEqual([b]);
    expect(await found(`q=${encodeURIComponent("표")}`)).toEqual([]);
    expect(await found(`q=${encodeURIComponent("표")}%20&status=active`)).toEqual([]);
  });

  it("filters, sorts and pages", async () => {
    const add = async (name: string, more: object) =>
      (await addHost(server.db, site.otherCompany, { name, department: "필터팀", ...more })).id;
    const a = await add("가나다", { role: "desk", lastSignInAt: new Date("2026-03-01") });
    const b = await add("나다라", { role: "privacy", status: "resigned" });
    const c = await add("다라마", { role: "host", lastSignInAt: new Date("2026-03-02") });
    const team = `q=${encodeURIComponent("필터팀")}`;
    expect(await found(team)).toEqual([a, b, c]);
    expect(await found(`${team}&sort=-name`)).toEqual([c, b, a]);
    expect(await found(`${team}&sort=-lastSignInAt`)).toEqual([c, a, b]);
    expect(await found(`${team}&role=desk,privacy`)).toEqual([a, b]);
    expect(await found(`${team}&status=resigned`)).toEqual([b]);
    expect(await found(`${team}&company=${site.company}`)).toEqual([]);
    expect(await found(`${team}&hasPassword=true`)).toEqual([]);
    expect(await found(`${team}&hasPassword=false&status=active`)).toEqual([a, c]);
    expect(await found("hasPassword=true&role=privacy")).toEqual([crew.privacy.id]);
    expect(await found(`company=${site.otherCompany}&status=active&role=desk`)).toEqual([a]);
    expect(await found(`id=${b}`)).toEqual([b]);
    expect(await found(`id=${b}&status=active`)).toEqual([]);
    const second = await crew.desk.get(`${hostUsersPath}?${team}&size=1&page=2`);
    expect(second.body).toMatchObject({ rows: [{ id: b }], total: 3 });
  });
});

describe("GET /dash/hostusers/select-options", () => {
  const options = async (name: string, lang = "ko") =>
    (await crew.host.get(`${hostUsersPath}/select-options?name=${encodeURIComponent(name)}`, { lang })).body;

  it("tells namesakes apart by company, department and position, else by login id", async () => {
    const add = async (loginId: string) =>
      (
        await addHost(server.db, site.company, {
          loginId,
          name: "김철수",
          department: "품질팀",
          position: "선임",
        })
      ).id;
    const [twin] = [await add("cheolsu.2")];
    const { loginId } = await stored(site.namesake);
    const found = await options("ㄱㅊㅅ");
    expect(found).toHaveLength(3);
    expect(found).toEqual(
      expect.arrayContaining([
        { id: site.host, name: "김철수 (가온정밀 설계팀 책임)" },
        { id: site.namesake, name: `김철수 (가온정밀 품질팀 선임, ${loginId})` },
        { id: twin, name: "김철수 (가온정밀 품질팀 선임, cheolsu.2)" },
      ]),
    );
    expect(await options("cheolsu", "en")).toEqual([
      { id: site.host, name: "Cheolsu Kim (Gaon Precision 설계팀 책임)" },
    ]);
  });

  it("leaves out resigned hosts and needs two letters", async () => {
    expect(await options("박퇴사")).toEqual([]);
    expect(await options("김")).toEqual([]);
    expect((await crew.host.get(`${hostUsersPath}/select-options`)).body).toEqual([]);
  });
});
