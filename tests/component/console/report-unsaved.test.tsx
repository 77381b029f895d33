/** Unsaved text, reported to the desktop app. */
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { beforeAll, expect, onTestFinished, test } from "vitest";
import { reportUnsaved } from "../../../desktop/renderer/console/lib/forms/report-unsaved.ts";
import { queryClient } from "../../../desktop/renderer/console/lib/query-client.ts";
import { useDrafts } from "../../../desktop/renderer/console/stores/drafts.ts";
import { clearUnsavedFields } from "../../../desktop/renderer/shared/unsaved-fields.ts";

let hasUnsaved: () => boolean;
beforeAll(() =>
  reportUnsaved({
    answerUnsaved(answer) {
      hasUnsaved = answer;
      return () => {};
    },
  }),
);

function field(html: string): { user: ReturnType<typeof userEvent.setup>; input: HTMLElement } {
  const box = document.createElement("div");
  box.innerHTML = html;
  document.body.append(box);
  onTestFinished(() => {
    box.remove();
    clearUnsavedFields();
  });
  return { user: userEvent.setup({ delay: null }), input: screen.getByLabelText("칸") };
}

test.each([
  ["a field", '<input aria-label="칸">'],
  ["a long text", '<textarea aria-label="칸"></textarea>'],
])("%s with typed text counts as unsaved until it is empty or removed", async (_name, html) => {
  const { user, input } = field(html);
  expect(hasUnsaved()).toBe(false);
  await user.type(input, "홍");
  expect(hasUnsaved()).toBe(true);
  await user.clear(input);
  expect(hasUnsaved()).toBe(false);
  await user.type(input, "길");
  expect(hasUnsaved()).toBe(true);
  input.remove();
  expect(hasUnsaved()).toBe(false);
});

test("text in a search box does not count as unsaved", async () => {
  const { user, input } = field('<input type="search" aria-label="칸">');
  await user.type(input, "홍길동");
  expect(hasUnsaved()).toBe(false);
});

test("submitted text no longer counts as unsaved", async () => {
  const { user, input } = field('<input aria-label="칸">');
  await user.type(input, "홍길동");
  const send = (work: () => Promise<void>) =>
    queryClient
      .getMutationCache()
      .build(queryClient, { mutationFn: work, retry: false })
      .execute(undefined)
      .catch(() => undefined);
  await send(() => Promise.reject(new Error("refused")));
  expect(hasUnsaved()).toBe(true);
  await send(async () => {});
  expect(hasUnsaved()).toBe(false);
});

test("unsaved text is reported before the page unloads, including drafts", () => {
  const preventUnload = (event: Event) => event.preventDefault();
  addEventListener("beforeunload", preventUnload);
  onTestFinished(() => removeEventListener("beforeunload", preventUnload));
  expect(hasUnsaved()).toBe(true);
  removeEventListener("beforeunload", preventUnload);
  expect(hasUnsaved()).toBe(false);

  const before = useDrafts.getState();
  onTestFinished(() => useDrafts.setState(before));
  useDrafts.setState({ owner: 1, values: { reserve: { name: "홍길동" } } });
  expect(hasUnsaved()).toBe(true);
});
