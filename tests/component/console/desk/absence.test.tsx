/** Deputies and absence. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  addDelegation,
  changeDelegationEnd,
  type DelegationAnswer,
  endDelegation,
  getDelegations,
} from "#contract/people/delegations.ts";
import { getHostUserOptions } from "#contract/people/host-users.ts";
import { getOwnRequests } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  emptyPage,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { invalid, refused } from "#tests/support/component/network.ts";
import { visitAnswer } from "#tests/support/component/visits.ts";

const running: DelegationAnswer = {
  id: 4,
  host: { id: 3, name: "안내원" },
  from: "2026-11-20",
  to: "2099-01-02",
  isAway: true,
  deputies: [{ id: 8, name: "김하나", resigned: false }],
  state: "inForce",
  createdBy: { id: 3, name: "안내원" },
};

function opens(own: DelegationAnswer[] = [], asDeputy: DelegationAnswer[] = []) {
  const network = consoleNetwork(person("host"));
  network.answer(getDelegations, { own, asDeputy });
  network.answer(getHostUserOptions, [{ id: 8, name: "김하나 (가온정밀 총무팀)" }]);
  return { network, user: openConsole("/dash/absence") };
}

test("a host names a deputy, and errors of the server are shown at their fields", async () => {
  const { network, user } = opens();
  await screen.findByText("등록된 부재나 대리인이 없습니다.");
  await screen.findByText("대리하는 담당자가 없습니다.");
  await user.click(await button("부재·대리인 등록"));
  await user.type(await screen.findByRole("combobox", { name: "대리인" }), "김하나");
  await user.click(await screen.findByRole("option", { name: /김하나/ }));
  network.answer(addDelegation, invalid({ deputies: "hostResigned" }));
  await user.click(await button("등록"));
  await screen.findByText("퇴사한 직원이어서 선택할 수 없습니다.");
  network.answer(addDelegation, running);
  await user.click(await button("등록"));
  await toast("success", "부재·대리인을 등록했습니다.");
  expect(network.asked(addDelegation).at(-1)?.body).toMatchObject({ deputies: [8], isAway: true });
});

test("absence or deputy is required before sending", async () => {
  const { network, user } = opens();
  await user.click(await button("부재·대리인 등록"));
  await user.click(await screen.findByRole("switch", { name: /부재 중/ }));
  await user.click(await button("등록"));
  await screen.findByText(/필수 입력 항목입니다/);
  expect(network.asked(addDelegation)).toEqual([]);
});

test("an absence is shown with its deputies, its last day can be changed, and it ends after confirmation", async () => {
  const past: DelegationAnswer = { ...running, id: 5, from: "2026-10-01", to: "2026-10-02", state: "past" };
  const { network, user } = opens([past, running]);
  const first = within((await screen.findAllByRole("article"))[0] as HTMLElement);
  for (const text of ["적용 중", "부재", "대리인: 김하나", "2026-11-20 – 2099-01-02"]) first.getByText(text);
  for (const text of ["적용 중", "부재"])
    expect(first.getByText(text).closest<HTMLElement>("[class*=Badge-root]")?.style.textTransform).toBe(
      "none",
    );
  const last = within(screen.getAllByRole("article")[1] as HTMLElement);
  expect(last.queryByRole("button")).toBeNull();
  network.answer(endDelegation, refused(405, "이미 종료된 기간입니다."));
  await user.click(first.getByRole("button", { name: "지금 종료" }));
  first.getByText(/대리인은 바로 권한을 잃습니다/);
  await user.click(first.getByRole("button", { name: "지금 종료" }));
  await toast("warning", "이미 종료된 기간입니다.");
  expect(document.querySelectorAll(".Toastify__toast--warning")).toHaveLength(1);
  network.answer(changeDelegationEnd, running);
  await user.click(await first.findByRole("button", { name: /종료일 변경/ }));
  const day = first.getByRole("textbox", { name: "종료일" });
  await user.clear(day);
  await user.type(day, "2099-01-05");
  await user.click(first.getByRole("button", { name: "변경" }));
  await toast("success", "종료일을 변경했습니다.");
  expect(network.asked(changeDelegationEnd).at(-1)?.body).toEqual({ to: "2099-01-05" });
  network.answer(endDelegation, undefined);
  for (let press = 0; press < 2; press++)
    await user.click(await first.findByRole("button", { name: "지금 종료" }));
  await toast("success", "종료했습니다.");
});

test("a deputy sees the hosts they stand in for, and cannot change that", async () => {
  opens([], [{ ...running, host: { id: 9, name: "이두리" } }]);
  const deputised = within(await screen.findByRole("region", { name: "내가 대리하는 담당자" }));
  await deputised.findByText("이두리");
  expect(deputised.queryByRole("button")).toBeNull();
});

test("the approvals mark requests that a deputy decides for another host", async () => {
  const me = person("host");
  const network = consoleNetwork({ ...me, deputyFor: [{ id: 9_999, name: "이두리" }] });
  const { hostUser } = visitAnswer();
  const own = visitAnswer({ id: 1, name: "본인손님", hostUser: { ...hostUser, id: me.id } });
  const other = visitAnswer({
    id: 2,
    name: "남의손님",
    hostUser: { ...hostUser, id: 9_999, name: "이두리" },
  });
  network.answer(getOwnRequests, { ...emptyPage, rows: [own, other], total: 2 });
  openConsole("/dash/approvals");
  const card = within(await screen.findByRole("article", { name: "남의손님" }));
  card.getByText("대리");
  card.getByText("담당자 이두리");
  expect(within(screen.getByRole("article", { name: "본인손님" })).queryByText("대리")).toBeNull();
});
