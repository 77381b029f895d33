/** Scans on every screen, with Korean keyboards, too. */
import { screen, waitFor } from "@testing-library/dom";
import { expect, onTestFinished, test, vi } from "vitest";
import { defaultPreferences, getPreferences } from "#contract/people/preferences.ts";
import { passCalls } from "#contract/visits/passes.ts";
import type { VisitAnswer } from "#contract/visits/visits.ts";
import {
  button,
  consoleNetwork,
  hasFocus,
  heading,
  openConsole,
  person,
  toast,
} from "#tests/support/component/console.tsx";
import { drawer, drawerIsGone, scan, showsVisit } from "#tests/support/component/drawer.tsx";
import type { Network } from "#tests/support/component/network.ts";
import { answerPasses, answerVisits, passAnswer, visitAnswer } from "#tests/support/component/visits.ts";
import { playTone } from "../../../../desktop/renderer/console/features/notifications/notification-settings.ts";

function holdsPass(more: Partial<VisitAnswer> = {}): Network {
  const network = consoleNetwork(person("desk"));
  const visit = visitAnswer({ name: "차도윤", statusCode: "entered", ...more });
  answerVisits(network, visit);
  const { id, reserveNo, name } = visit;
  answerPasses(network, passAnswer("A-1007", { status: "issued", visit: { id, reserveNo, name } }));
  return network;
}

test("a later scan and another screen end a lookup without a message", async () => {
  const network = holdsPass();
  const user = openConsole("/dash/visits");
  await button("차도윤");
  const lost = Promise.withResolvers<never>();
  network.answer(passCalls.list, () => lost.promise);
  scan("A-1007");
  scan("261122-99999");
  await toast("warning", "‘261122-99999’에 해당하는 출입증이나 방문이 없습니다.");
  scan("A-1007");
  answerPasses(network);
  await user.click(screen.getByRole("link", { name: "방문객 출입증" }));
  await heading("방문객 출입증");
  lost.reject(new TypeError("Failed to fetch"));
  await user.click(await heading("방문객 출입증"));
  expect(screen.queryByText(/서버에 연결할 수 없습니다/)).toBeNull();
});

test("a visit opened for the second time has the focus on its next action, not on Close", async () => {
  holdsPass({ actions: ["recovery"] });
  const user = openConsole("/dash/visits");
  await button("차도윤");
  for (const _ of [1, 2]) {
    scan("A-1007");
    await hasFocus(await (await drawer()).findByRole("button", { name: "퇴장 및 출입증 회수" }));
    await user.click((await drawer()).getByRole("button", { name: "닫기" }));
    await drawerIsGone();
  }
});

/** @returns pitches of tones as they start */
function listenForTones(): number[] {
  const tones: number[] = [];
  const envelope = {
    setValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
  };
  class Loudspeaker {
    currentTime = 0;
    destination = {};
    async resume(): Promise<void> {}
    async close(): Promise<void> {}
    createGain = () => ({ gain: envelope, connect: () => {} });
    createOscillator = () => ({
      frequency: { value: 0 },
      connect: (next: unknown) => next,
      stop: () => {},
      start(this: { frequency: { value: number } }) {
        tones.push(this.frequency.value);
      },
    });
  }
  vi.stubGlobal("AudioContext", Loudspeaker);
  return tones;
}

test.each([
  [true, [233, 233], [1_319]],
  [false, [], []],
] as const)("a scan opens its visit or is reported, with tones: %s", async (scanSound, unknown, known) => {
  const network = holdsPass();
  network.answer(getPreferences, { ...defaultPreferences, scanSound });
  const tones = listenForTones();
  openConsole("/dash/visits");
  await button("차도윤");
  scan("NO-SUCH-PASS");
  await toast("warning", "‘NO-SUCH-PASS’에 해당하는 출입증이나 방문이 없습니다.");
  await waitFor(() => expect(tones).toEqual(unknown));
  scan("a-1007");
  await showsVisit("차도윤");
  await waitFor(() => expect(tones).toEqual([...unknown, ...known]));
});

test("a sound that does not start fails, so that it does not keep others waiting", async () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers().unstubAllGlobals());
  listenForTones();
  AudioContext.prototype.resume = () => new Promise(() => {});
  const failure = expect(playTone()).rejects.toBeUndefined();
  await vi.runAllTimersAsync();
  await failure;
});
