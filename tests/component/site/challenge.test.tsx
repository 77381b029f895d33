/** Proof of work by the browser, without the visitor (OWASP ASVS 5.0, 2.4.2; WCAG 2.2, 3.3.8). */
import { screen } from "@testing-library/dom";
import { expect, test, vi } from "vitest";
import { solutionHeader } from "#contract/challenge.ts";
import { applyForVisit } from "#contract/visits/requests.ts";
import { HttpError } from "#tests/support/component/network.ts";
import { outcomeOf } from "#tests/support/component/site/content.ts";
import { isSent, openFilled, submit } from "#tests/support/component/site/form.ts";
import { button, siteNetwork } from "#tests/support/component/site/site.tsx";

const token = "4.text.end.mac";

test("the browser solves the challenge in the background after Enter", async () => {
  const network = siteNetwork();
  const held = Promise.withResolvers<ReturnType<typeof outcomeOf<"applied">>>();
  let calls = 0;
  network.answer(applyForVisit, () =>
    ++calls === 1 ? new HttpError(428, { id: "challenge", message: "", challenge: token }) : held.promise,
  );
  const user = await openFilled();
  const press = await submit();
  press.focus();
  const questions = () =>
    document.querySelectorAll("input, select, textarea, iframe, canvas, [role=dialog]").length;
  const before = questions();
  await user.keyboard("{Enter}");
  await vi.waitFor(() => expect(network.asked(applyForVisit)).toHaveLength(2));
  expect(screen.getAllByRole("status").map(({ textContent }) => textContent)).toContain("보내는 중입니다");
  const busy = await button("보내는 중입니다");
  expect(document.activeElement).toBe(busy);
  expect(questions()).toBe(before);
  held.resolve(outcomeOf("applied"));
  await isSent();
  expect(network.headersOf(applyForVisit, solutionHeader)).toEqual([
    null,
    expect.stringMatching(/^4\.text\.end\.mac:\d+$/),
  ]);
  const [key] = network.keysOf(applyForVisit);
  expect(network.keysOf(applyForVisit)).toEqual([key, key]);
});
