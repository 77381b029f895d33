/** Number and e-mail address of a visitor, masked until a reason is given. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { type HostUserAnswer, listHostUsers } from "#contract/people/host-users.ts";
import { revealVisit } from "#contract/visits/visit-actions.ts";
import { consoleNetwork, openConsole, person, reopenConsole } from "#tests/support/component/console.tsx";
import { drawer } from "#tests/support/component/drawer.tsx";
import { answerVisits, pageOf, visitAnswer } from "#tests/support/component/visits.ts";

test.each([
  {
    known: "a number",
    masked: { cellPhone: "010-00**-*678" },
    full: { cellPhone: "010-0000-5678", phone: "", email: "" },
    words: "번호 조회",
  },
  {
    known: "an address alone",
    masked: { emailMasked: "g***@example.com" },
    full: { cellPhone: "", phone: "", email: "guest@example.com" },
    words: "연락처 조회",
  },
])("$known is uncovered for a reason, and called what it is", async ({ masked, full, words }) => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ statusCode: "approved", actions: ["reveal"], ...masked });
  answerVisits(network, visit);
  network.answer(revealVisit, full);
  const user = openConsole(`/dash/visits?visit=${visit.id}`);
  const shown = await drawer();
  await shown.findByText(Object.values(masked).join());
  await user.click(await shown.findByRole("button", { name: words }));
  const question = within(await screen.findByRole("dialog", { name: words }));
  await user.selectOptions(question.getByRole("combobox"), "other");
  await user.type(question.getByRole("textbox", { name: `${words} 사유` }), "도착 안내");
  await user.click(question.getByRole("button", { name: words }));
  await shown.findByText(full.cellPhone || full.email);
  expect(network.asked(revealVisit).map(({ body }) => body)).toEqual([
    { cause: "other", reason: "도착 안내" },
  ]);
});

test("without number and address the drawer says that the visitor cannot be reached", async () => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ statusCode: "approved", unreachable: true });
  answerVisits(network, visit);
  openConsole(`/dash/visits?visit=${visit.id}`);
  const shown = await drawer();
  await shown.findByText("휴대전화와 이메일이 없어 방문객에게 안내를 보낼 수 없습니다.");
});

/** The host of the visit. */
const host: HostUserAnswer = {
  ...{ id: 1, loginId: "cs.kim", name: "김철수", enName: "", company: { id: 1, name: "가온정밀" } },
  ...{ department: "설계팀", position: "책임", phone: "02-000-1234", cellPhone: "010-0000-4321", email: "" },
  ...{ emailBounced: false, role: "host", status: "active", inPublicSearch: true, hasPassword: true },
  ...{
    hasCompanyAccount: false,
    invited: false,
    locked: false,
    linkRequestedBy: null,
    hasSecondFactor: false,
  },
  ...{ factorResetRequestedBy: null, lastSignInAt: null },
  ...{ createdAt: "2026-11-01 09:00", updatedAt: "2026-11-01 09:00" },
};

test("the host of a visit can be called and written to, unless they resigned", async () => {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "차도윤", statusCode: "approved" });
  const left = visitAnswer({ name: "남은손님", hostUser: { ...visit.hostUser, resigned: true } });
  answerVisits(network, visit, left);
  network.answer(listHostUsers, pageOf([host]));
  openConsole(`/dash/visits?visit=${visit.id}`);
  const shown = await drawer();
  for (const number of [host.phone, host.cellPhone]) {
    const call = await shown.findByRole("link", { name: `${number} 전화 걸기` });
    expect(call.getAttribute("href")).toBe(`tel:${number}`);
  }
  const write = shown.getByRole("link", { name: "담당자에게 문자" });
  expect(write.getAttribute("href")).toBe("/dash/messages/new?host=1");
  reopenConsole(`/dash/visits?visit=${left.id}`);
  await screen.findByRole("heading", { level: 2, name: "남은손님" });
  expect(screen.queryByRole("link", { name: /전화 걸기$|담당자에게 문자/ })).toBeNull();
});
