import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { type Role, roles } from "#contract/roles.ts";
import {
  answerAccount,
  consoleNetwork,
  heading,
  openConsole,
  person,
  waitForPath,
} from "#tests/support/component/console.tsx";

/** Topics of the role's own work, and paths of all links. */
const mine: Record<Role, readonly [topics: string, links: string]> = {
  host: ["방문 승인과 반려|방문객 대신 예약하기|대리인 지정", "about absence account approvals reserve"],
  desk: [
    "방문객 찾기와 출입증 발급|퇴장과 출입증 회수|현장 방문객 등록|태블릿으로 동의 받기|방문증과 대피 명단 인쇄|하루 마감",
    "about absence account approvals closing reserve today",
  ],
  admin: [
    "처음 설정하기|사용자 추가와 일괄 등록|방문 장소와 목적|약관과 개인정보처리방침|메시지",
    "about absence account approvals closing codes host-users messages messages/templates policies reserve set-up terms today",
  ],
  privacy: [
    "개인정보 삭제 요청|접속기록과 월간 점검|파기 대기와 파기 대장",
    "about access-log account erasure-requests policies register terms trash",
  ],
};

test.each(roles)("%s sees own topics first, and links to permitted screens only", async (role) => {
  answerAccount(consoleNetwork(person(role)));
  const user = openConsole("/dash/account");
  await user.click(await screen.findByRole("button", { name: "안내원 님의 계정" }));
  await user.click(await screen.findByRole("link", { name: "사용 설명서" }));
  await waitForPath("/dash/manual");
  await heading("사용 설명서");
  const [topics, permitted] = mine[role];
  const main = screen.getByRole("main");
  const sections = within(main).getAllByRole("region");
  expect(sections.map((section) => section.ariaLabel).join("|")).toBe(topics);
  for (const other of within(main).getAllByRole("button", { expanded: false })) await user.click(other);
  const links = within(main).getAllByRole<HTMLAnchorElement>("link");
  const paths = new Set(links.map(({ pathname }) => pathname.replace("/dash/", "")));
  expect([...paths].sort().join(" ")).toBe(permitted);
  const steps = within(main).getAllByRole("listitem");
  expect(steps.map(({ textContent }) => textContent).join()).not.toMatch(/[{}]|console\./);
});
