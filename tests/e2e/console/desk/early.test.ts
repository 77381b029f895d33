/** Who comes before their time, and a vehicle whose number nobody knows: what the desk is asked for with the pass. */
import { expect, test } from "vitest";
import { toInstant } from "#contract/dates.ts";
import { addPasses, addVisiting } from "../../../support/console/console-site.ts";
import { consoleSuite } from "../../../support/console/console-suite.ts";
import { hasError, hasFocus, hasValue, isGone, isSeen } from "../../../support/visitor/visitor-locators.ts";
import { siteDay, timezone } from "../../../support/visitor/visitor-site.ts";

const day = siteDay();
const nine = toInstant(`${day} 09:00`, timezone);
const suite = consoleSuite({ now: () => nine });
const later = { startDate: `${day} 14:00`, endDate: `${day} 16:00` };

const visitOf = (id: number) => suite.server.db("visits").where({ id }).first();

async function opens(id: number) {
  const desk = await suite.staff("desk");
  await desk.page.clock.install({ time: nine });
  await desk.open(`/dash/visits?visit=${id}`);
  return desk;
}

test("who is early is let in for a reason, and the form says from when on it takes none", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤", ...later });
  await addPasses(server, ["P-01"]);
  const desk = await opens(id);
  const passNo = desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first();
  await hasValue(passNo, "P-01");
  await isSeen(desk.drawer.getByText(/방문 시작은 14:00이고 13:00부터 발급할 수 있습니다\./));
  await passNo.press("Enter");
  const reason = desk.drawer.getByRole("textbox", { name: "조기 입장 사유" });
  await hasError(reason, "필수 입력 항목입니다");
  await hasFocus(reason);
  expect((await visitOf(id)).statusCode).toBe("approved");
  await reason.fill("담당자가 먼저 만나기로 함");
  await desk.act("action.issue").click();
  await isGone(desk.drawer);
  expect((await visitOf(id)).statusCode).toBe("entered");
  const log = await server.db("visitLogs").where({ visitId: id, action: "issue" }).first();
  expect(log.note).toBe("담당자가 먼저 만나기로 함");
});

test("who is in time is asked for nothing", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, {
    name: "차도윤",
    startDate: `${day} 10:00`,
    endDate: `${day} 16:00`,
  });
  await addPasses(server, ["P-01"]);
  const desk = await opens(id);
  await isSeen(desk.act("action.issue"));
  await isGone(desk.drawer.getByRole("textbox", { name: "조기 입장 사유" }));
});

test("a vehicle's pass asks for its number where nobody knows it, and keeps it", async () => {
  const { server, site } = suite;
  const { id } = await addVisiting(server, site, { name: "차도윤" });
  await addPasses(server, ["P-01"]);
  await addPasses(server, ["V-01"], true);
  const desk = await opens(id);
  await hasValue(desk.drawer.getByRole("textbox", { name: "출입증 번호" }).first(), "P-01");
  const carNumber = desk.drawer.getByRole("textbox", { name: "차량번호" });
  await isGone(carNumber);
  await desk.drawer.getByRole("textbox", { name: "차량 출입증 번호" }).fill("V-01");
  await isSeen(carNumber);
  await desk.act("action.issue").click();
  await hasError(carNumber, "필수 입력 항목입니다");
  await hasFocus(carNumber);
  await carNumber.fill("12가 3456");
  await desk.act("action.issue").click();
  await isGone(desk.drawer);
  expect(await visitOf(id)).toMatchObject({ statusCode: "entered", carNumber: "12가 3456" });
});

test("a wrong number is corrected in the visit's form, and the log shows it masked", async () => {
  const { server, site } = suite;
  const { id, reserveNo } = await addVisiting(server, site, {
    name: "차도윤",
    cellphone: "010-1111-2222",
    ...later,
  });
  const desk = await opens(id);
  await desk.act("action.edit").click();
  const cellphone = desk.drawer.getByRole("textbox", { name: "휴대전화" });
  await hasValue(cellphone, "");
  await isSeen(desk.drawer.getByText(/지금 번호는 010-11\*\*-\*222입니다\./));
  await cellphone.pressSequentially("01033334444");
  await hasValue(cellphone, "010-3333-4444");
  await desk.act("edit.submit").click();
  await isSeen(desk.toast("success", "차도윤 님의 방문을 수정했습니다."));
  await isSeen(desk.drawer.getByText("휴대전화 010-11**-*222 → 010-33**-*444"));
  expect(server.cipher.numberOf(await visitOf(id), reserveNo)).toBe("010-3333-4444");
});
