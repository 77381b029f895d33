/** One person's account in the drawer: changed, reset, left and taken back. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getHostDelegations } from "#contract/people/delegations.ts";
import {
  getCompanyAccount,
  getHostUserLogs,
  getHostUserSessions,
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
import { getSavedViews } from "#contract/people/saved-views.ts";
import { getAllCompanies, getCompanyOptions } from "#contract/site/companies.ts";
import { getConfiguration } from "#contract/site/configuration.ts";
import {
  configuration,
  consoleNetwork,
  emptyPage,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";

const usual: HostUserAnswer = {
  id: 7,
  loginId: "doyun.cha",
  name: "차도윤",
  enName: "",
  company: { id: 1, name: "가온정밀" },
  department: "구매팀",
  position: "",
  phone: "",
  cellPhone: "",
  email: "",
  emailBounced: false,
  role: "host",
  status: "active",
  hasPassword: true,
  hasCompanyAccount: false,
  invited: false,
  locked: false,
  linkRequestedBy: null,
  hasSecondFactor: false,
  factorResetRequestedBy: null,
  inPublicSearch: true,
  lastSignInAt: null,
  createdAt: "2026-11-01 09:00",
  updatedAt: "2026-11-01 09:00",
};

const invitation = {
  delivery: "link" as const,
  url: "https://visit.example/dash/invitation#a-token-that-is-shown-once",
  expiresAt: "2026-11-25 09:00",
};

/** A company account that is not linked yet. */
const waiting = { id: 5, loginName: "doyun@company", name: "차도윤", seenAt: "2026-11-22 09:00" };

/** The drawer of a user, for an administrator. */
function opens(own = false, site = configuration) {
  const admin = person("admin");
  const shown = { ...usual, id: own ? admin.id : usual.id };
  const network = consoleNetwork(admin);
  const answers = (more: Partial<HostUserAnswer>): HostUserAnswer => {
    const user = { ...shown, ...more };
    network.answer(listHostUsers, { ...emptyPage, rows: [user], total: 1 });
    return user;
  };
  answers({});
  network.answer(getConfiguration, site);
  network.answer(getCompanyAccount, { linked: null, waiting: site.companySignIn ? [waiting] : [] });
  network.answer(getHostUserLogs, []);
  network.answer(getHostUserSessions, []);
  network.answer(getHostDelegations, { own: [], asDeputy: [] });
  network.answer(getHostUserOptions, [{ id: 31, name: "김철수 (가온정밀 설계팀 책임)" }]);
  network.answer(getCompanyOptions, [{ id: 1, name: "가온정밀" }]);
  network.answer(getSavedViews, []);
  network.answer(getAllCompanies, []);
  const user = openConsole(`/dash/host-users?user=${shown.id}`);
  const press = async (name: string) => user.click(await (await drawer()).findByRole("button", { name }));
  return { network, user, press, answers };
}

const drawer = async () => within(await screen.findByRole("dialog"));

test("only changed fields of a profile are sent, and changes of a colleague are shown", async () => {
  const { network, user, press, answers } = opens();
  await press("정보 수정");
  await user.type(await (await drawer()).findByRole("textbox", { name: "직위" }), "책임");
  network.answer(changeHostUserProfile, () => answers({ department: "총무팀", position: "책임" }));
  await press("저장");
  await toast("success", "차도윤 님의 정보를 저장했습니다.");
  await (await drawer()).findByText("가온정밀 · 총무팀 · 책임");
  const [sent] = network.asked(changeHostUserProfile);
  expect(sent?.body.position).toBe("책임");
  expect(sent?.body.department).toBeUndefined();
});

test("a user of the company account is not marked as uninvited", async () => {
  const { answers } = opens();
  answers({ hasPassword: false, hasCompanyAccount: true });
  await (await drawer()).findByText("회사 계정");
  expect((await drawer()).queryByText("초대 필요")).toBeNull();
});

test("a password is reset after a question, and the link is shown once", async () => {
  const { network, user, press, answers } = opens();
  network.answer(resetHostUserPassword, () => ({
    ...answers({ hasPassword: false, invited: true }),
    invitation,
  }));
  await press("비밀번호 초기화");
  (await drawer()).getByText(/차도윤 님의 비밀번호를 초기화하시겠습니까\?/);
  expect(network.asked(resetHostUserPassword)).toEqual([]);
  await press("비밀번호 초기화");
  const field = await (await drawer()).findByRole<HTMLInputElement>("textbox", { name: "링크" });
  expect(field.value).toMatch(/\/dash\/invitation#\S{20,}$/);
  await press("링크 복사");
  await (await drawer()).findByText(/복사했습니다|자동으로 복사할 수 없어/);
  await press("닫기");
  await user.click(await screen.findByRole("button", { name: "차도윤" }));
  const again = await drawer();
  await again.findByRole("button", { name: "초대 링크 다시 생성" });
  expect(again.queryByRole("textbox", { name: "링크" })).toBeNull();
});

test("a user resigns, a colleague takes over the open visits, and the user is reinstated", async () => {
  const { network, user, press, answers } = opens();
  await press("퇴사 처리");
  const successor = await (await drawer()).findByRole("combobox", { name: "방문을 인계받을 담당자" });
  await user.type(successor, "김철");
  await user.click(await screen.findByRole("option", { name: "김철수 (가온정밀 설계팀 책임)" }));
  network.answer(resignHostUser, () => ({ ...answers({ status: "resigned" }), reassigned: 1, leftOpen: 0 }));
  await press("퇴사 처리");
  await toast("success", "차도윤 님을 퇴사로 처리했습니다. 방문 1건을 인계했습니다.");
  expect(network.asked(resignHostUser).map(({ body }) => body.reassignTo)).toEqual([31]);
  network.answer(joinHostUser, () => ({ ...answers({ hasPassword: false, invited: true }), invitation }));
  await press("재입사 처리");
  await toast("success", "차도윤 님을 재입사로 처리했습니다.");
  await (await drawer()).findByRole("textbox", { name: "링크" });
});

test("administrators cannot lock themselves out", async () => {
  opens(true);
  const shown = await drawer();
  await shown.findByText("본인의 권한 변경, 비밀번호 초기화, 퇴사, 삭제는 다른 관리자가 처리합니다.");
  await shown.findByRole("button", { name: "정보 수정" });
  for (const name of ["권한 변경", "비밀번호 초기화", "퇴사 처리", "삭제"])
    expect(shown.queryByRole("button", { name })).toBeNull();
});

test("a company account that tried to sign in is linked, and unlinked after a question", async () => {
  const { network, user, press } = opens(false, { ...configuration, companySignIn: true });
  network.answer(linkCompanyAccount, ({ body }) =>
    body.identity === null ? { linked: null, waiting: [waiting] } : { linked: waiting, waiting: [] },
  );
  await user.click(await (await drawer()).findByRole("combobox", { name: "연결할 회사 계정" }));
  await user.click(await screen.findByRole("option", { name: /doyun@company/ }));
  await press("연결");
  await toast("success", "회사 계정을 변경했습니다.");
  await press("연결 해제");
  await (await drawer()).findByText(/회사 계정 연결을 해제하시겠습니까\?/);
  await press("연결 해제");
  await (await drawer()).findByText("연결된 회사 계정이 없습니다.");
  expect(network.asked(linkCompanyAccount).map(({ body }) => body.identity)).toEqual([5, null]);
});
