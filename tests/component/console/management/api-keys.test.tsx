/** API keys. */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { type ApiKeyAnswer, addApiKey, changeApiKey, getApiKeys } from "#contract/site/api-keys.ts";
import {
  button,
  consoleNetwork,
  hasError,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { fieldIn, hasValue, isGone, opened, pressIn } from "#tests/support/component/drawer.tsx";
import { invalid } from "#tests/support/component/network.ts";

const usual: ApiKeyAnswer = {
  id: 3,
  name: "출입 게이트",
  prefix: "vk_abcd2345",
  permissions: ["visits.see", "desk"],
  state: "active",
  createdBy: { id: 9, name: "김관리", resigned: false },
  createdAt: "2026-03-10 10:00",
  expiresAt: "2027-03-11 00:00",
  lastUsedAt: "2026-11-22 09:12",
  lastUsedAddress: "10.0.0.7",
  revokedAt: null,
};

const secret = `vk_abcd2345_${"MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw".padEnd(43, "x")}`;

function opens(search = "", rows: ApiKeyAnswer[] = [usual]) {
  const network = consoleNetwork(person("admin"));
  network.answer(getApiKeys, rows);
  const user = openConsole(`/dash/api-keys${search}`);
  const press = (name: string) => pressIn(user, name);
  return { network, user, press };
}

const drawerIsGone = () => isGone(() => screen.queryByRole("dialog"));

test("the list shows permissions, last use and state of a key", async () => {
  const unused = { lastUsedAt: null, lastUsedAddress: "" };
  const createdBy = { id: 8, name: "박퇴사", resigned: true };
  opens("", [
    usual,
    { ...usual, ...unused, id: 4, name: "근태", state: "endsSoon", permissions: ["reports"] },
    { ...usual, id: 5, name: "옛 시스템", state: "expired", createdBy },
    { ...usual, id: 6, name: "유출", state: "revoked", revokedAt: "2026-05-01 10:00" },
  ]);
  await screen.findByRole("row", {
    name: /출입 게이트 vk_abcd2345_… 방문 상세 보기, 현황판과 입문·출문 2026-11-22 09:12 10\.0\.0\.7 2027-03-10 김관리 사용$/,
  });
  screen.getByRole("row", { name: /근태 .* 방문 통계 사용한 적 없음 .* 곧 만료/ });
  screen.getByRole("row", { name: /옛 시스템 .* 박퇴사 퇴사 만료/ });
  screen.getByRole("row", { name: /유출 .* 폐기/ });
  screen.getByText("30일 안에 만료되는 키가 있습니다: 근태");
});

test("all keys are on one page", async () => {
  opens(
    "",
    Array.from({ length: 21 }, (_, index) => ({ ...usual, id: index + 1 })),
  );
  await screen.findByText("21건");
  expect(screen.queryByRole("button", { name: "2 페이지" })).toBeNull();
});

test("a new key is shown once", async () => {
  const { network, user, press } = opens("", []);
  network.answer(addApiKey, ({ body }) => {
    const apiKey = { ...usual, name: body.name, permissions: body.permissions };
    network.answer(getApiKeys, [apiKey]);
    return { apiKey, secret };
  });
  await screen.findByText("API 키가 없습니다");
  await user.click(await button("API 키 만들기"));
  await user.type(await fieldIn("이름"), usual.name);
  await user.click((await opened()).getByRole("checkbox", { name: "방문 상세 보기" }));
  await user.click((await opened()).getByRole("checkbox", { name: "현황판과 입문·출문" }));
  await press("만들기");
  await hasValue(await fieldIn("API 키"), secret);
  await press("복사");
  await (await opened()).findByRole("button", { name: "복사했습니다" });
  expect(await navigator.clipboard.readText()).toBe(secret);
  await user.keyboard("{Escape}");
  await drawerIsGone();
  const [request] = network.asked(addApiKey);
  expect(request?.body).toMatchObject({ name: usual.name, permissions: ["visits.see", "desk"] });
  expect(request?.body.expiresOn).toMatch(/^\d{4}-\d\d-\d\d$/);
  await user.click(await button(usual.name));
  await fieldIn("이름");
  expect(document.body.textContent).not.toContain(secret.slice(12));
  expect(screen.queryByRole("textbox", { name: "API 키" })).toBeNull();
});

test("errors of form and server are shown at their fields", async () => {
  const { network, user, press } = opens("?key=new");
  network.answer(addApiKey, invalid({ expiresOn: "keyTooLong:2" }));
  await user.type(await fieldIn("이름"), "근태");
  await press("만들기");
  await (await opened()).findByText(/필수 입력/);
  expect(network.asked(addApiKey)).toEqual([]);
  await user.click((await opened()).getByRole("checkbox", { name: "방문 통계" }));
  await press("만들기");
  await hasError(await fieldIn("만료일"), "2년 이내");
});

test("name and permissions of a key can be changed, its expiry cannot", async () => {
  const { network, user, press } = opens("?key=3");
  network.answer(changeApiKey, ({ body }) => ({ ...usual, name: body.name, permissions: body.permissions }));
  await hasValue(await fieldIn("이름"), usual.name);
  expect(screen.queryByRole("textbox", { name: "만료일" })).toBeNull();
  await user.clear(await fieldIn("이름"));
  await user.type(await fieldIn("이름"), "정문");
  await user.click((await opened()).getByRole("checkbox", { name: "현황판과 입문·출문" }));
  await press("저장");
  await toast("success", "정문 키를 저장했습니다.");
  await drawerIsGone();
  expect(network.asked(changeApiKey).map(({ body }) => body)).toEqual([
    { name: "정문", permissions: ["visits.see"] },
  ]);
});

test("a revoked key is marked and has no actions", async () => {
  opens("?key=3", [{ ...usual, state: "revoked", revokedAt: "2026-11-22 10:00" }]);
  await (await opened()).findByText("2026-11-22 10:00에 폐기되어 쓸 수 없습니다.");
  expect((await opened()).queryByRole("textbox")).toBeNull();
  expect((await opened()).queryByRole("button", { name: "폐기" })).toBeNull();
});

test("a key of a resigned user is marked", async () => {
  opens("?key=3", [{ ...usual, createdBy: { id: 8, name: "박퇴사", resigned: true } }]);
  await (await opened()).findByText(/박퇴사 님은 퇴사했습니다/);
});
