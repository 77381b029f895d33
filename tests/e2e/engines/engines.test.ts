/**
 * The main ways in the browsers that are not Chromium: Debian's Firefox, and WebKitGTK for Safari's engine. What a visitor,
 * the desk and the lobby do, once each; details are Chromium's.
 */
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { floorToStep } from "#contract/dates.ts";
import { startTestServer, type TestServer } from "../../support/api.ts";
import { addPasses, addVisitToday } from "../../support/console/console-site.ts";
import { addStaff, password, signedIn } from "../../support/console/staff.ts";
import { truncate } from "../../support/database/truncate.ts";
import { type Driver, keys } from "../../support/engines/driver.ts";
import { firefoxMissing, startFirefox } from "../../support/engines/firefox.ts";
import { PageDriver } from "../../support/engines/page-driver.ts";
import { startWebkit, webkitMissing } from "../../support/engines/webkit.ts";
import { addSignageItem, playerScript } from "../../support/signage.ts";
import {
  seedVisitorSite,
  siteDay,
  siteTime,
  storedVisits,
  type VisitorSite,
} from "../../support/visitor/visitor-site.ts";
import { siteText } from "../../support/visitor/visitor-texts.ts";

let server: TestServer;
let site: VisitorSite;

beforeAll(async () => {
  server = await startTestServer({
    siteDir: inject("publicSiteDir"),
    consoleDir: inject("consoleDir"),
    now: () => new Date(),
  });
  site = await seedVisitorSite(server.db);
});

afterAll(() => server.close());

const browsers = [
  { name: "Firefox", missing: firefoxMissing, start: startFirefox },
  { name: "WebKitGTK", missing: webkitMissing, start: startWebkit },
] as const;

describe.each(browsers)(
  "$name",
  { tags: ["full", "engines"], timeout: 180_000 },
  ({ name, missing, start }) => {
    let reason: string | undefined;
    let driver: Driver | undefined;

    beforeAll(() => {
      reason = missing();
    });

    beforeEach(async (context) => {
      if (reason) context.skip(reason);
      await truncate(server.db, "visits", "passes", "signage_contents");
    });

    afterEach(async () => {
      await driver?.close();
      driver = undefined;
      expect(server.log.splice(0).filter((line) => /"level":"(error|fatal)"/.test(line))).toEqual([]);
    });

    async function opens(width: number, height: number): Promise<PageDriver> {
      driver = await start({ width, height });
      return new PageDriver(driver, name.toLowerCase(), server.url);
    }

    test.each(["ko", "en"] as const)(
      "a visitor asks for a visit, looks it up and cancels it (%s)",
      async (lang) => {
        const visitor = await opens(390, 844);
        const words = (key: string) => siteText(lang, key);
        const who = `${name}손님${lang}`;
        await visitor.open("/");
        if (lang === "en") await visitor.choose(siteText("ko", "site.language"), "English");
        await visitor.find("heading", words("home.sentence"));
        await visitor.expectNoErrors(`home-${lang}`);
        await visitor.tap("link", words("home.apply"), true);
        if (lang === "ko") {
          await visitor.tap("button", "이용약관 제목 내용 보기");
          await visitor.find("checkbox", "내용을 확인했으며 동의합니다.", true);
          await visitor.expectNoErrors("one-of-the-terms");
          await visitor.tap("checkbox", "내용을 확인했으며 동의합니다.", true);
          await visitor.tap("button", words("terms.agreeAll"), true);
        }
        await visitor.expectNoErrors(`terms-${lang}`);
        await visitor.tap("button", words("terms.agree"));
        await visitor.find("heading", words("request.heading"));
        for (const line of ["안전모를 씁니다", "사진을 찍지 않습니다", "노트북은 안내데스크에 알립니다"])
          await visitor.tap("checkbox", line, true);
        await visitor.choose(words("request.userCompany"), lang === "ko" ? "가온정밀" : "Gaon Precision");
        await visitor.tap("button", words("request.hostSearchNamed"));
        await visitor.write(words("hosts.label"), "김철수", "combobox");
        await visitor.find("option", "설계팀", true);
        await visitor.expectNoErrors(`hosts-${lang}`);
        // the results are in sight, and the titles of checklists inside their cards
        const insides = `(() => {
        const box = (it) => it.getBoundingClientRect();
        const body = box(document.querySelector("dialog[open] [role=option]").closest("dialog").children[1]);
        const legends = [...document.querySelectorAll("legend:has(h2)")];
        return [body.height > 300, legends.every((it) => box(it).top - box(it.closest("fieldset").parentElement).top > 8)];
      })()`;
        expect(await visitor.read(insides)).toEqual([true, true]);
        await visitor.tap("option", "설계팀", true);
        await visitor.choose(words("request.location"), lang === "ko" ? "본관" : "Main building");
        await visitor.choose(words("request.purpose"), lang === "ko" ? "회의" : "Meeting");
        await visitor.expectNoErrors(`period-${lang}`);
        await visitor.write(words("request.name"), who);
        await visitor.write(words("request.cellphone"), "01055556666");
        await visitor.write(words("request.company"), "나래상사");
        await visitor.expectNoErrors(`form-${lang}`);
        await visitor.tap("button", words("request.submit"), true);
        await visitor.find("heading", words("final.heading"));
        await visitor.expectNoErrors(`final-${lang}`);
        const [stored] = await storedVisits(server, who);
        expect(stored).toMatchObject({ statusCode: "applied", cellphone: "010-5555-6666", lang });
        // home keeps the number
        await visitor.find("heading", words("home.sentence"));
        await visitor.expectText(stored?.reserveNo ?? "");
        await visitor.expectNoErrors(`kept-${lang}`);
        await visitor.tap("link", words("home.lookup"), true);
        await visitor.write(words("result.name"), who);
        await visitor.write(words("result.cellPhone"), "01055556666");
        await visitor.tap("button", words("result.search"));
        await visitor.expectText(stored?.reserveNo ?? "");
        await visitor.expectNoErrors(`result-${lang}`);
        await visitor.tap("button", words("result.cancel"));
        await visitor.expectNoErrors(`cancelling-${lang}`);
        await visitor.tap("button", words("result.cancel"));
        await visitor.expectText(words("result.cancelled"));
        expect(await storedVisits(server, who)).toMatchObject([{ statusCode: "cancelled" }]);
      },
    );

    test("the desk signs in, issues a pass, undoes it, and sees changes of others", async () => {
      const visitor = `${name}예약`;
      const late = `${name}나중`;
      const { id } = await addVisitToday(server, site, { name: visitor });
      const free = `P-${name}`;
      await addPasses(server, [free]);
      const { loginId } = await addStaff(server, site.company, "desk");
      const desk = await opens(1440, 900);
      await desk.open("/dash/today");
      await desk.write("아이디", loginId);
      await desk.write("비밀번호", password);
      await desk.expectNoErrors("login");
      await desk.tap("button", "로그인");
      await desk.find("button", visitor);
      await desk.expectText("실시간");
      await desk.expectNoErrors("board");
      await desk.tap("button", visitor);
      await desk.find("heading", visitor);
      const passNo = await desk.find("textbox", "출입증 번호", true);
      await expect.poll(() => desk.read("document.activeElement.value")).toBe(free);
      await desk.expectNoErrors("drawer");
      await driver?.type(passNo, keys.enter);
      await desk.expectText(`${visitor} 님에게 출입증을 발급했습니다.`);
      const statusOf = async () => (await server.db("visits").where({ id }).first()).statusCode;
      expect(await statusOf()).toBe("entered");
      await desk.tap("button", "현재 체류", true);
      await desk.tap("button", "퇴장");
      await desk.find("checkbox", `${free} 출입증 회수`, true);
      await desk.expectNoErrors("return");
      await desk.tap("button", "퇴장 및 출입증 회수");
      await desk.expectText(`${visitor} 님의 퇴장을 기록했습니다.`);
      expect(await statusOf()).toBe("exited");

      // by the stream: nothing is pressed
      await desk.tap("button", "방문 예정", true);
      const other = await signedIn(server, site.company, "desk");
      const times = { startDate: floorToStep(siteTime(-10)), endDate: `${siteDay()} 23:50` };
      const reserved = await other.post("/dash/visits/reserve", {
        body: { hostUser: site.host, location: site.place, purpose: site.purpose, name: late, ...times },
      });
      expect(reserved.status, reserved.text).toBe(200);
      await desk.find("button", late);
    });

    test("the lobby shows its texts and follows a change within five seconds", async () => {
      await addSignageItem(server, { text: "오늘 오후 2시 안전 교육", seconds: 3_600 });
      const lobby = await opens(1280, 720);
      await lobby.open("/did");
      const shown = () => lobby.read(playerScript);
      await expect.poll(shown, { timeout: 15_000 }).toContain("안전 교육");
      await lobby.expectNoErrors("lobby");
      await server.db("signageContents").update({ text: "3층으로 오십시오" });
      await expect.poll(shown, { timeout: 5_000 }).toContain("3층으로");
    });
  },
);
