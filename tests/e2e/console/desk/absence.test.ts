/** A host is away, and a deputy decides in their place. */
import { expect, test } from "vitest";
import { addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay } from "../../../support/visitor/visitor-site.ts";

const suite = consoleSuite();

/** What is said in each language, of a host and the deputy. */
const words = {
  ko: (host: string, deputy: string) => ({
    ...{ add: "부재·대리인 등록", deputy: "대리인", save: "등록", saved: "부재·대리인을 등록했습니다." },
    ...{ deputies: `대리인: ${deputy}`, badge: "대리", host: `담당자 ${host}`, approve: "승인" },
    ...{ both: `${deputy}(${host} 대리)`, end: "지금 종료", ended: "종료했습니다." },
    ...{ away: new RegExp(`^부재 .* · 대리 ${deputy}$`), field: "담당자" },
  }),
  en: (host: string, deputy: string) => ({
    ...{
      add: "Add absence or deputies",
      deputy: "Deputy",
      save: "Save",
      saved: "Absence and deputies saved.",
    },
    ...{ deputies: `Deputies: ${deputy}`, badge: "Deputy", host: `For ${host}`, approve: "Approve" },
    ...{ both: `${deputy} (for ${host})`, end: "End now", ended: "Ended." },
    ...{ away: new RegExp(`^Away .* · deputy ${deputy}$`), field: "Host" },
  }),
} as const;

/** @param names of host and deputy; whoever another test has added is still there */
async function takesPlace(
  lang: "ko" | "en",
  width: number,
  [hostName, deputyName]: readonly [string, string],
): Promise<void> {
  const said = words[lang](hostName, deputyName);
  const { server, site } = suite;
  const host = await suite.staff("host", { lang, width, person: { name: hostName } });
  const deputy = await suite.staff("host", { lang, width, person: { name: deputyName } });
  const { id } = await addVisiting(server, site, {
    name: "차도윤",
    statusCode: "applied",
    hostUserId: host.person.id,
    startDate: `${siteDay(1)} 09:00`,
    endDate: `${siteDay(1)} 18:00`,
  });

  await host.open("/dash/absence");
  await host.button(said.add).click();
  await host.page.getByRole("combobox", { name: said.deputy, exact: true }).fill(deputyName);
  await host.page.getByRole("option", { name: deputyName }).click();
  await host.button(said.save).click();
  await isSeen(host.toast("success", said.saved));
  await isSeen(host.text(said.deputies));

  await deputy.open("/dash/approvals");
  const card = deputy.page.getByRole("article", { name: "차도윤", exact: true });
  await isSeen(card.getByText(said.badge, { exact: true }));
  await isSeen(card.getByText(said.host, { exact: true }));
  await card.getByRole("button", { name: said.approve, exact: true }).click();
  await isGone(card);
  expect(await server.db("visitLogs").where({ visitId: id, action: "approve" })).toMatchObject([
    { actorId: deputy.person.id, onBehalfOfId: host.person.id },
  ]);

  const desk = await suite.staff("desk", { lang, width });
  await desk.open(`/dash/visits?visit=${id}`);
  await isSeen(desk.drawer.getByText(said.both, { exact: false }));
  await desk.open("/dash/reserve");
  await desk.page.getByRole("combobox", { name: said.field, exact: true }).fill(hostName);
  await isSeen(desk.page.getByRole("option", { name: hostName }).getByText(said.away));

  await host.button(said.end).click();
  await host.button(said.end).click();
  await isSeen(host.toast("success", said.ended));
  await deputy.open("/dash/approvals?list=upcoming");
  await isGone(deputy.page.getByRole("article", { name: "차도윤", exact: true }));
}

test("names a deputy, who approves; both are in the log, and the desk sees the absence", () =>
  takesPlace("ko", 360, ["한주인", "이두리"]));

test.each([
  ["ko", 1440, ["윤하늘", "김하나"]],
  ["en", 360, ["서지우", "박두나"]],
  ["en", 1440, ["문가온", "정세라"]],
] as const)("the same in %s at %i", { tags: ["full"] }, takesPlace);
