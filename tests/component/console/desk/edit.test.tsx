/** Editing a visit in its drawer. */
import { fireEvent, screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import type { Role } from "#contract/roles.ts";
import { editVisit } from "#contract/visits/visit-actions.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import { hasError, hasFocus } from "#tests/support/component/console.tsx";
import { drawerIsGone, hasValue, openVisit } from "#tests/support/component/drawer.tsx";
import { invalid } from "#tests/support/component/network.ts";
import { visitAnswer } from "#tests/support/component/visits.ts";

async function opensEdit(more: Partial<VisitAnswer> = {}, role?: Role) {
  const one = await openVisit({ statusCode: "approved", actions: ["edit"], ...more }, role);
  await one.user.click(await one.shown.findByRole("button", { name: "수정" }));
  await hasFocus(await one.shown.findByRole("textbox", { name: "이름" }));
  return one;
}

test("closing the drawer asks before typed text is discarded", async () => {
  const { user, shown } = await opensEdit();
  const note = shown.getByRole("textbox", { name: "메모" });
  fireEvent.change(note, { target: { value: "반만 쓴" } });
  await user.keyboard("{Escape}");
  await shown.findByRole("alertdialog");
  await user.click(shown.getByRole("button", { name: "계속 작성" }));
  await hasValue(note, "반만 쓴");
  await user.keyboard("{Escape}");
  await user.click(await shown.findByRole("button", { name: "저장하지 않고 나가기" }));
  await drawerIsGone();
  expect(screen.queryByRole("alertdialog")).toBeNull();
});

test.each<[Role, boolean]>([
  ["desk", true],
  ["host", false],
])("the role %s can change the host of another host's visit: %s", async (role, may) => {
  const hostUser = { ...visitAnswer().hostUser, id: 9_999 };
  const { shown } = await opensEdit({ hostUser }, role);
  expect(shown.queryByLabelText(/^담당자/) !== null).toBe(may);
});

test("the start of a visitor inside cannot be changed", async () => {
  const { shown } = await opensEdit({
    statusCode: "entered",
    enteredAt: "2026-03-10 09:05",
    actions: ["edit"],
  });
  const start = await shown.findByLabelText("시작일시 날짜");
  expect(start.closest("fieldset")).toHaveProperty("disabled", true);
  shown.getByText("이미 입문한 방문은 시작일시를 변경할 수 없습니다.");
});

test("errors of the server are shown at their fields", async () => {
  const { network, user, shown } = await opensEdit();
  expect(shown.getByRole("button", { name: "저장" })).toHaveProperty("disabled", true);
  network.answer(editVisit, invalid({ endDate: "endAfterStart" }));
  fireEvent.change(shown.getByRole("textbox", { name: "메모" }), { target: { value: "1층" } });
  await user.click(shown.getByRole("button", { name: "저장" }));
  await hasError(shown.getByLabelText("종료일시 날짜"), "종료일시는 시작일시보다 커야합니다.");
});
