/** A form is submitted once: double clicks, lost responses, reloads. */
import { expect, onTestFinished, test } from "vitest";
import { applyForVisit } from "#contract/visits/requests.ts";
import { HttpError, loseAnswer } from "#tests/support/component/network.ts";
import { outcomeOf } from "#tests/support/component/site/content.ts";
import {
  isSent,
  openFilled,
  send,
  shownMoment,
  siteDay,
  submit,
  typed,
} from "#tests/support/component/site/form.ts";
import {
  button,
  choice,
  heading,
  link,
  openSite,
  reloadSite,
  router,
  siteNetwork,
  textbox,
  toast,
  waitForPath,
} from "#tests/support/component/site/site.tsx";

const failed = "서버에서 요청을 처리하지 못했습니다.";
const outcome = outcomeOf("applied");
const valueIn = async (name: string | RegExp) => (await textbox(name)).value;

test("two fast clicks and Enter send one request, and the button shows its progress", async () => {
  const network = siteNetwork();
  const held = Promise.withResolvers<typeof outcome>();
  network.answer(applyForVisit, () => held.promise);
  const user = await openFilled();
  await user.dblClick(await submit());
  const busy = await button("보내는 중입니다");
  expect(busy.getAttribute("aria-disabled")).toBe("true");
  await user.click(busy);
  // Of another text: not the call that is under way.
  await user.type(await textbox("이름"), "이{Enter}");
  held.resolve(outcome);
  await isSent();
  expect(network.asked(applyForVisit)).toHaveLength(1);
});

test("the form stays until the code of the final page is loaded", async () => {
  siteNetwork();
  const user = await openFilled();
  const code = Promise.withResolvers<void>();
  const page = router.routesById["/final"].options.component as {
    preload?: (() => Promise<void>) | undefined;
  };
  const { preload } = page;
  onTestFinished(() => {
    page.preload = preload;
  });
  page.preload = () => code.promise;
  await send(user);
  await waitForPath("/final");
  // rendered with the new address
  await new Promise(requestAnimationFrame);
  await heading("방문 정보를 알려 주세요");
  await button("보내는 중입니다");
  code.resolve();
  await isSent();
});

test("after an error a changed form is sent with another idempotency key", async () => {
  const network = siteNetwork();
  network.answer(applyForVisit, new HttpError(400, { name: "아니요." }));
  const user = await openFilled();
  await send(user);
  await heading("방문 정보를 알려 주세요");
  await user.type(await textbox("이름"), "이");
  network.answer(applyForVisit, outcome);
  await send(user);
  await isSent();
  const [first, second] = network.keysOf(applyForVisit);
  expect(first).toMatch(/.{16}/);
  expect(second).not.toBe(first);
});

test("a request repeated after a lost response has the same idempotency key", async () => {
  const network = siteNetwork();
  network.answer(applyForVisit, loseAnswer);
  const user = await openFilled();
  await send(user);
  await toast("warning", failed);
  network.answer(applyForVisit, outcome);
  await send(user);
  await isSent();
  const [first, second] = network.keysOf(applyForVisit);
  expect(first).toMatch(/.{16}/);
  expect(second).toBe(first);
});

test("the form survives a reload of its tab", async () => {
  siteNetwork();
  await openFilled({ endDate: `${siteDay(2)} 11:20` });
  await reloadSite();
  await heading("방문 정보를 알려 주세요");
  expect(await valueIn("담당자")).toBe("김철수");
  expect(await valueIn("이름")).toBe("홍길동");
  expect(await valueIn("휴대전화번호")).toBe("010-1234-5678");
  expect(await valueIn("소속 회사")).toBe("나래상사");
  expect(await valueIn(/^차량번호/)).toBe("12가 3456");
  expect((await choice("방문 장소")).value).toBe("11");
  expect(shownMoment("시작일시")).toBe(`${siteDay(1)} 14:00`);
  expect(shownMoment("종료일시")).toBe(`${siteDay(2)} 11:20`);
});

test("leaving the final page early leaves an empty form", async () => {
  siteNetwork();
  const user = await openFilled();
  await send(user);
  await isSent();
  await user.click(await link(/가온정밀/));
  await heading("오시기 전에 방문을 신청해 주세요.");
  expect(typed()).toMatchObject({ name: "", cellphone: "", company: "" });
});

test("the final page greets an automatically approved visitor", async () => {
  const network = siteNetwork();
  network.answer(applyForVisit, outcomeOf("approved"));
  const user = await openFilled();
  await send(user);
  const page = await isSent();
  expect(page.parentElement?.textContent).toContain("감사합니다. 곧 뵙겠습니다.");
});

test("the final page redirects home without a request just sent", async () => {
  siteNetwork();
  await openSite("/final");
  await heading("오시기 전에 방문을 신청해 주세요.");
  expect(location.pathname).toBe("/");
});
