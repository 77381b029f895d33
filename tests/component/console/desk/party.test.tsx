/** Check-in of a group. */
import { fireEvent, screen, waitFor, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { issueVisit, recoverVisit, revertVisit } from "#contract/visits/visit-actions.ts";
import { getFollowers, getVisit } from "#contract/visits/visits.ts";
import {
  consoleNetwork,
  hasError,
  hasFocus,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { drawer, hasValue, isGone, scan, undoButton } from "#tests/support/component/drawer.tsx";
import { invalid, type Network, refused } from "#tests/support/component/network.ts";
import { afterAction, answerParty, answerVisits, visitAnswer } from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

type Drawer = Awaited<ReturnType<typeof drawer>>;

const tick = (shown: Drawer, name: string) => shown.findByRole("checkbox", { name: new RegExp(`^${name}`) });
const passNoOf = async (shown: Drawer, name: string) =>
  within(await shown.findByRole("group", { name })).getByRole("textbox", { name: /^출입증 번호/ });
const submit = (shown: Drawer, count: number) => shown.findByRole("button", { name: `${count}명 발급` });

const issued = (network: Network) => {
  const [body] = network.asked(issueVisit).map((request) => request.body);
  return [body, ...(body?.party ?? [])].map((one) => [one?.visitID, one?.passNo]);
};

async function opensParty() {
  const network = consoleNetwork(person("desk"));
  const { leader, companions } = answerParty(network, {}, {}, {});
  const user = openConsole(`/dash/visits?visit=${leader.id}`);
  const shown = await drawer();
  await shown.findByRole("checkbox", { name: "일행 4명 모두 선택" });
  return { network, user, shown, leader, companions };
}

test("a group is checked in without its leader", async () => {
  const { network, user, shown, companions } = await opensParty();
  const whole = await tick(shown, "일행 4명 모두 선택");
  await hasFocus(whole);
  await user.keyboard(" ");
  await user.keyboard("{Enter}");
  for (const passNo of ["P-01", "P-02", "P-03"]) scan(passNo);
  await user.click(await tick(shown, "인솔자"));
  scan("P-04");
  await hasValue(await passNoOf(shown, "동행셋"), "P-04");
  await user.click(await submit(shown, 3));
  await toast("success", "동행하나 외 2명 님에게 출입증을 발급했습니다.");
  expect(issued(network)).toEqual([
    [companions[0]?.id, "P-02"],
    [companions[1]?.id, "P-03"],
    [companions[2]?.id, "P-04"],
  ]);
});

test("an unknown number is reported at its visitor, and no pass is issued", async () => {
  const { network, user, shown } = await opensParty();
  for (const name of ["동행하나", "동행셋"]) await user.click(await tick(shown, name));
  for (const passNo of ["P-01", "NONE"]) scan(passNo);
  await hasValue(await passNoOf(shown, "동행셋"), "NONE");
  network.answer(issueVisit, invalid({ "party.0.passNo": "passUnknown" }));
  await user.click(await submit(shown, 2));
  await hasError(await passNoOf(shown, "동행셋"), "등록되지 않은 출입증입니다.");
  expect((await passNoOf(shown, "동행하나")).getAttribute("aria-invalid")).not.toBe("true");
  await hasFocus(await passNoOf(shown, "동행셋"));
  expect(document.querySelector(".Toastify__toast--success")).toBeNull();

  await user.clear(await passNoOf(shown, "동행셋"));
  await user.click(await submit(shown, 2));
  await hasError(await passNoOf(shown, "동행셋"), "필수 입력 항목입니다");
  expect(network.asked(issueVisit)).toHaveLength(1);
  const field = await passNoOf(shown, "동행셋");
  fireEvent.change(field, { target: { value: "P-02" } });
  field.focus();
  await user.keyboard("{Enter}");
  await hasFocus(shown.getByRole("textbox", { name: "출입증 스캔" }));
  expect(network.asked(issueVisit)).toHaveLength(1);
  network.answer(issueVisit, ({ body }) => [
    afterAction(visitAnswer({ id: body.visitID, name: "동행하나" }), "entered"),
    afterAction(visitAnswer({ name: "동행셋" }), "entered"),
  ]);
  await user.click(await submit(shown, 2));
  await toast("success", "동행하나 외 1명 님에게 출입증을 발급했습니다.");
});

test("a scan into a vehicle pass field stays there, and the next one fills the next pass", async () => {
  const { network, user, shown } = await opensParty();
  for (const name of ["동행하나", "동행둘"]) await user.click(await tick(shown, name));
  const carPassNoOf = async (name: string) =>
    within(await shown.findByRole("group", { name })).getByRole("textbox", { name: "차량 출입증 번호" });
  scan("P-01");
  await user.click(await carPassNoOf("동행하나"));
  scan("V-05");
  await hasValue(await carPassNoOf("동행하나"), "V-05");
  await hasValue(await passNoOf(shown, "동행둘"), "");
  scan("P-02");
  await hasValue(await passNoOf(shown, "동행둘"), "P-02");
  await hasValue(await carPassNoOf("동행하나"), "V-05");
  expect(network.asked(issueVisit)).toEqual([]);
});

test("a visitor checked in by a colleague leaves the form, and the others keep their numbers", async () => {
  const { network, user, shown, leader, companions } = await opensParty();
  for (const name of ["인솔자", "동행하나", "동행둘"]) await user.click(await tick(shown, name));
  for (const passNo of ["P-01", "P-02", "P-03"]) scan(passNo);
  await hasValue(await passNoOf(shown, "동행둘"), "P-03");
  const [first, ...others] = companions;
  network.answer(getFollowers, first ? [afterAction(first, "entered"), ...others] : []);
  // like a live event
  await queryClient.invalidateQueries({ queryKey: ["visits"] });
  await isGone(() => shown.queryByRole("checkbox", { name: /^동행하나/ }));
  await hasValue(await passNoOf(shown, "인솔자"), "P-01");
  await hasValue(await passNoOf(shown, "동행둘"), "P-03");
  await user.click(await submit(shown, 2));
  await toast("success", "인솔자 외 1명 님에게 출입증을 발급했습니다.");
  expect(issued(network)).toEqual([
    [leader.id, "P-01"],
    [companions[1]?.id, "P-03"],
  ]);
  expect(network.asked(getVisit).length).toBeGreaterThan(1);
});

test("a group's check-out is undone for all members, although a live refresh came in between", async () => {
  const network = consoleNetwork(person("desk"));
  const { leader, companions } = answerParty(network, {}, {});
  let rows = [leader, ...companions].map((one) => afterAction(one, "entered", { actions: ["recovery"] }));
  const answerRows = () => {
    answerVisits(network, ...rows);
    network.answer(getFollowers, rows.slice(1));
  };
  answerRows();
  const find = (id: number) => rows.find((one) => one.id === id) ?? refused(404, "");
  network.answer(recoverVisit, async ({ params }) => {
    rows = rows.map((one) => (one.id === params.id ? afterAction(one, "exited") : one));
    answerRows();
    // like a live event
    await queryClient.invalidateQueries({ queryKey: ["visits"] });
    const { name } = rows.find(({ id }) => id === params.id) ?? leader;
    await isGone(() => screen.queryByRole("checkbox", { name: new RegExp(`^${name}`) }));
    return find(params.id);
  });
  network.answer(revertVisit, ({ params }) => find(params.id));
  const user = openConsole(`/dash/visits?visit=${leader.id}`);
  const shown = await drawer();
  await user.click(await shown.findByRole("button", { name: /^일행 3명/ }));
  await user.click(await shown.findByRole("button", { name: /^3명/ }));
  await user.click(await undoButton());
  const ids = rows.map(({ id }) => id);
  await waitFor(() => expect(network.asked(revertVisit).map(({ params }) => params.id)).toEqual(ids));
});
