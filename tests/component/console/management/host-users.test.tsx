/** A user's drawer. */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import {
  getCompanyAccount,
  joinHostUser,
  linkCompanyAccount,
  resetHostUserPassword,
  resignHostUser,
} from "#contract/people/host-user-access.ts";
import {
  changeHostUserProfile,
  getHostUserOptions,
  type HostUserAnswer,
  listHostUsers,
} from "#contract/people/host-users.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import { configuration } from "#tests/support/component/configuration.ts";
import { consoleNetwork, openConsole, person, toast } from "#tests/support/component/console.tsx";
import { opened, pressIn } from "#tests/support/component/drawer.tsx";
import { answerHostUser, hostUserAnswer } from "#tests/support/component/host-users.ts";
import { HttpError, refused } from "#tests/support/component/network.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

const invitation = {
  delivery: "link" as const,
  url: "https://visit.example/dash/invitation#a-token-that-is-shown-once",
  expiresAt: "2026-11-25 09:00",
};

const waiting = { id: 5, loginName: "doyun@company", name: "차도윤", seenAt: "2026-11-22 09:00" };

function opens(own = false, site = configuration) {
  const admin = person("admin");
  const shown = hostUserAnswer(own ? { id: admin.id } : {});
  const network = consoleNetwork(admin);
  const answers = (more: Partial<HostUserAnswer>): HostUserAnswer => {
    const user = { ...shown, ...more };
    answerHostUser(network, user);
    return user;
  };
  answers({});
  network.answer(getConfiguration, site);
  network.answer(getCompanyAccount, { linked: null, waiting: site.companySignIn ? [waiting] : [] });
  network.answer(getHostUserOptions, [{ id: 31, name: "김철수 (가온정밀 설계팀 책임)" }]);
  const user = openConsole(`/dash/host-users?user=${shown.id}`);
  const press = (name: string) => pressIn(user, name);
  return { network, user, press, answers };
}

test.each([
  ["of hosts, regardless of the filter", "role=admin", "호스트"],
  ["of the link", "newRole=privacy", "개인정보 담당자"],
])("the role of a new user defaults to that %s", async (_, search, expected) => {
  const network = consoleNetwork(person("admin"));
  answerHostUser(network, hostUserAnswer());
  openConsole(`/dash/host-users?${search}&user=new`);
  const role = await (await opened()).findByRole("combobox", { name: "권한" });
  expect((role as HTMLInputElement).value).toBe(expected);
});

test("only changed fields of a profile are sent, and changes of a colleague are shown", async () => {
  const { network, user, press, answers } = opens();
  await press("정보 수정");
  await user.type(await (await opened()).findByRole("textbox", { name: "직위" }), "책임");
  network.answer(changeHostUserProfile, () => answers({ department: "총무팀", position: "책임" }));
  await press("저장");
  await toast("success", "차도윤 님의 정보를 저장했습니다.");
  await (await opened()).findByText("가온정밀 · 총무팀 · 책임");
  const [sent] = network.asked(changeHostUserProfile);
  expect(sent?.body.position).toBe("책임");
  expect(sent?.body.department).toBeUndefined();
  // a live refresh that fails leaves the loaded data
  network.answer(listHostUsers, new HttpError(500, { id: "internal" }));
  await queryClient.invalidateQueries({ queryKey: ["hostUsers", "one"] });
  await toast("error", "Server에서 요청을 처리하지 못했습니다.");
  (await opened()).getByText("가온정밀 · 총무팀 · 책임");
});

test("a user of the company account is not marked as uninvited", async () => {
  const { answers } = opens();
  answers({ hasPassword: false, hasCompanyAccount: true });
  await (await opened()).findByText("회사 계정");
  expect((await opened()).queryByText("초대 필요")).toBeNull();
});

test("a password is reset after confirmation, and the link is shown once", async () => {
  const { network, user, press, answers } = opens();
  network.answer(resetHostUserPassword, () => ({
    ...answers({ hasPassword: false, invited: true }),
    invitation,
  }));
  await press("비밀번호 초기화");
  (await opened()).getByText(/차도윤 님의 비밀번호를 초기화하시겠습니까\?/);
  expect(network.asked(resetHostUserPassword)).toEqual([]);
  await press("비밀번호 초기화");
  const field = await (await opened()).findByRole<HTMLInputElement>("textbox", { name: "링크" });
  expect(field.value).toMatch(/\/dash\/invitation#\S{20,}$/);
  await press("링크 복사");
  await (await opened()).findByText(/복사했습니다|자동으로 복사할 수 없어/);
  await press("닫기");
  await user.click(await screen.findByRole("button", { name: "차도윤" }));
  const again = await opened();
  await again.findByRole("button", { name: "초대 링크 다시 생성" });
  expect(again.queryByRole("textbox", { name: "링크" })).toBeNull();
});

test("a user resigns, a colleague takes over the open visits, and the user is reinstated", async () => {
  const { network, user, press, answers } = opens();
  await press("퇴사 처리");
  const successor = await (await opened()).findByRole("combobox", { name: "방문을 인계받을 담당자" });
  await user.type(successor, "김철");
  await user.click(await screen.findByRole("option", { name: "김철수 (가온정밀 설계팀 책임)" }));
  network.answer(resignHostUser, () => ({ ...answers({ status: "resigned" }), reassigned: 1, leftOpen: 0 }));
  await press("퇴사 처리");
  await toast("success", "차도윤 님을 퇴사로 처리했습니다. 방문 1건을 인계했습니다.");
  expect(network.asked(resignHostUser).map(({ body }) => body.reassignTo)).toEqual([31]);
  network.answer(joinHostUser, () => ({ ...answers({ hasPassword: false, invited: true }), invitation }));
  await press("재입사 처리");
  await toast("success", "차도윤 님을 재입사로 처리했습니다.");
  await (await opened()).findByRole("textbox", { name: "링크" });
});

test("administrators cannot lock themselves out", async () => {
  opens(true);
  const shown = await opened();
  await shown.findByText("본인의 권한 변경, 비밀번호 초기화, 퇴사, 삭제는 다른 관리자가 처리합니다.");
  await shown.findByRole("button", { name: "정보 수정" });
  for (const name of ["권한 변경", "비밀번호 초기화", "퇴사 처리", "삭제"])
    expect(shown.queryByRole("button", { name })).toBeNull();
});

test("a company account that tried to sign in is linked, and unlinked after confirmation", async () => {
  const { network, user, press } = opens(false, { ...configuration, companySignIn: true });
  network.answer(linkCompanyAccount, refused(405, "이미 연결된 계정입니다."));
  await user.click(await (await opened()).findByRole("combobox", { name: "연결할 회사 계정" }));
  await user.click(await screen.findByRole("option", { name: /doyun@company/ }));
  await press("연결");
  await toast("warning", "이미 연결된 계정입니다.");
  network.answer(linkCompanyAccount, ({ body }) =>
    body.identity === null ? { linked: null, waiting: [waiting] } : { linked: waiting, waiting: [] },
  );
  await press("연결");
  await toast("success", "회사 계정을 변경했습니다.");
  await press("연결 해제");
  await (await opened()).findByText(/회사 계정 연결을 해제하시겠습니까\?/);
  await press("연결 해제");
  await (await opened()).findByText("연결된 회사 계정이 없습니다.");
  expect(network.asked(linkCompanyAccount).map(({ body }) => body.identity)).toEqual([5, 5, null]);
});
