/** Code that comes later than its page, and at first does not come. */
import { MantineProvider } from "@mantine/core";
import { screen } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { expect, onTestFinished, test, vi } from "vitest";
import { cleanup, render } from "#tests/support/component/render.ts";
import { lazyCode } from "../../../desktop/renderer/console/components/lazy-code.tsx";

const Drawn = () => <p>what is shown</p>;

/** A part whose code fails to come that often, beside something else of the page. @returns how often it was asked for */
function openPart(failures: number): () => number {
  onTestFinished(cleanup);
  let asked = 0;
  const Part = lazyCode<object>(async () => {
    if (asked++ < failures) throw new Error("no such file");
    return Drawn;
  });
  render(
    <MantineProvider>
      <p>the board</p>
      <Part />
    </MantineProvider>,
  );
  return () => asked;
}

/** The server does not answer: the page itself stays. */
const isAway = () => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("offline")));
  onTestFinished(() => void vi.unstubAllGlobals());
};

test("code that did not come is said in its place, and is fetched again by itself", async () => {
  const asked = openPart(1);
  await screen.findByRole("alert");
  screen.getByText("the board");
  await screen.findByText("what is shown");
  expect(asked()).toBe(2);
  expect(screen.queryByRole("alert")).toBeNull();
});

test("a press, or the network when it is back, fetches it at once", async () => {
  isAway();
  const asked = openPart(2);
  const user = userEvent.setup({ delay: null });
  await screen.findByRole("alert");
  await user.click(screen.getByRole("button", { name: "다시 시도" }));
  await vi.waitFor(() => expect(asked()).toBe(2));
  screen.getByText("the board");
  window.dispatchEvent(new Event("online"));
  await screen.findByText("what is shown");
  expect(asked()).toBe(3);
});
