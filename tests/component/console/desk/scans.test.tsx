/** Scans count on every screen of the desk, with a Korean keyboard too. */
import { fireEvent } from "@testing-library/dom";
import { test } from "vitest";
import { button, consoleNetwork, openConsole, person, toast } from "#tests/support/component/console.tsx";
import { scan, showsVisit } from "#tests/support/component/drawer.tsx";
import { answerPasses, answerVisits, passAnswer, visitAnswer } from "#tests/support/component/visits.ts";

function holdsPass(): void {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "차도윤", statusCode: "entered" });
  answerVisits(network, visit);
  const { id, reserveNo, name } = visit;
  answerPasses(network, passAnswer("A-1007", { status: "issued", visit: { id, reserveNo, name } }));
}

test("a pass opens the visit of its holder, and what is unknown is said", async () => {
  holdsPass();
  openConsole("/dash/visits");
  await button("차도윤");
  scan("NO-SUCH-PASS");
  await toast("warning", "‘NO-SUCH-PASS’에 해당하는 출입증이나 방문이 없습니다.");
  scan("a-1007");
  await showsVisit("차도윤");
});

test("a Korean keyboard scans the same", async () => {
  holdsPass();
  openConsole("/dash/visits");
  await button("차도윤");
  for (const [key, code] of [
    ["ㅁ", "KeyA"],
    ["-", "Minus"],
    ...[..."1007"].map((digit) => [digit, `Digit${digit}`] as const),
    ["Enter", "Enter"],
  ] as const)
    fireEvent.keyDown(document.body, { key, code });
  await showsVisit("차도윤");
});
