/** Expiry of a session while working. */
import { screen } from "@testing-library/dom";
import { expect, test } from "vitest";
import { getCurrentUser, logIn } from "#contract/people/account.ts";
import { rejectVisit } from "#contract/visits/visit-actions.ts";
import { button, person, textbox, toast, waitForPath } from "#tests/support/component/console.tsx";
import { drawer, openVisit } from "#tests/support/component/drawer.tsx";
import { refused } from "#tests/support/component/network.ts";
import { afterAction } from "#tests/support/component/visits.ts";
import { queryClient } from "../../../../desktop/renderer/console/lib/query-client.ts";

const expired = "인증 세션이 만료되었습니다. 로그인 화면으로 이동합니다.";
const reason = "회의가 미뤄졌습니다.";
const unauthorized = refused(401, "로그인이 필요합니다.");

const reasonField = async () =>
  (await drawer()).findByRole<HTMLTextAreaElement>("textbox", { name: "반려 사유" });

/** A drawer with a typed reason and an expired session. @returns signs a user in */
async function losesSession() {
  const { me, network, visit, user } = await openVisit();
  network.answer(rejectVisit, unauthorized);
  const reject = async () => user.click(await (await drawer()).findByRole("button", { name: "반려" }));
  await reject();
  await user.click(await reasonField());
  await user.paste(reason);
  network.answer(getCurrentUser, unauthorized);
  await reject();
  const signsIn = async (as: typeof me) => {
    network.answer(logIn, () => {
      network.answer(getCurrentUser, as);
      return as;
    });
    await user.type(await textbox("아이디"), "a");
    await user.type(await screen.findByLabelText("비밀번호"), "b");
    await user.click(await button("로그인"));
  };
  return { network, visit, me, reject, signsIn };
}

test("an expired session shows a warning for two seconds, then the login page, and the same user continues with the typed text", async () => {
  const startedAt = Date.now();
  const { network, visit, me, reject, signsIn } = await losesSession();
  await toast("warning", expired);
  expect(location.pathname).toBe("/dash/visits");
  await waitForPath("/dash/login");
  expect(Date.now() - startedAt).toBeGreaterThanOrEqual(2_000);

  await signsIn(me);
  await waitForPath("/dash/visits");
  expect((await reasonField()).value).toBe(reason);
  network.answer(rejectVisit, afterAction(visit, "rejected"));
  await reject();
  await toast("success", "차도윤 님의 방문을 반려했습니다.");
  expect(network.asked(rejectVisit).at(-1)?.body.reason).toBe(reason);
});

test("the screen stays until then when the user is reloaded meanwhile", async () => {
  const { network } = await openVisit();
  network.answer(getCurrentUser, unauthorized);
  await queryClient.invalidateQueries({ queryKey: ["session"] });
  await toast("warning", expired);
  await drawer();
  await waitForPath("/dash/login");
});

test("another user who signs in sees none of the typed text", async () => {
  const { reject, signsIn } = await losesSession();
  await waitForPath("/dash/login");
  await signsIn(person("desk"));
  const shown = await drawer();
  await shown.findByRole("button", { name: "반려" });
  expect(shown.queryByRole("textbox", { name: "반려 사유" })).toBeNull();
  await reject();
  expect((await reasonField()).value).toBe("");
});
