/** A visitor's number and e-mail address, masked until revealed. */
import { screen, within } from "@testing-library/dom";
import { expect, test } from "vitest";
import { listHostUsers } from "#contract/people/host-users.ts";
import { revealVisit } from "#contract/visits/visit-actions.ts";
import { consoleNetwork, openConsole, person, reopenConsole } from "#tests/support/component/console.tsx";
import { drawer, openVisit } from "#tests/support/component/drawer.tsx";
import { hostUserAnswer } from "#tests/support/component/host-users.ts";
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
])("$known is revealed with a reason, with a matching label", async ({ masked, full, words }) => {
  const { network, user, shown } = await openVisit({ actions: ["reveal"], ...masked });
  network.answer(revealVisit, full);
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

test("the drawer shows that a visitor without number and address is unreachable", async () => {
  const { shown } = await openVisit({ statusCode: "approved", unreachable: true });
  await shown.findByText("휴대전화와 이메일이 없어 방문객에게 안내를 보낼 수 없습니다.");
  expect(shown.queryByRole("link", { name: "문자 보내기" })).toBeNull();
});

const host = hostUserAnswer({ id: 1, name: "김철수", phone: "02-000-1234", cellPhone: "010-0000-4321" });

test("the host of a visit can be called and messaged, unless resigned", async () => {
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
  expect(screen.queryByText("담당자 연락처")).toBeNull();
});
