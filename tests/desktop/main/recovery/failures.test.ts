/** Errors that nobody foresaw: they are logged, and neither end the program nor fill the screen with boxes. */
import { EventEmitter } from "node:events";
import { beforeEach, describe, expect, it } from "vitest";
import { handleFailures } from "../../../../desktop/main/recovery/failures.ts";
import { keptLog } from "../../support/log.ts";

class Program extends EventEmitter {
  readonly stdout = new EventEmitter();
  readonly stderr = new EventEmitter();
}

let program: Program;
let app: EventEmitter;
let lines: string[];
let gaveUp: string[];
let helpWith: (help: () => void) => void;

beforeEach(() => {
  program = new Program();
  app = new EventEmitter();
  gaveUp = [];
  const kept = keptLog();
  lines = kept.lines;
  helpWith = handleFailures({
    program,
    app: app as unknown as Pick<Electron.App, "on">,
    log: kept.log,
    giveUp: ({ message }) => gaveUp.push(message),
  }).helpWith;
});

describe("an error of the program", () => {
  it.each([
    ["uncaughtException", "uncaught-exception"],
    ["unhandledRejection", "unhandled-rejection"],
  ])("is logged with its place, and answered with help: %s", (event, line) => {
    let helped = 0;
    helpWith(() => {
      helped += 1;
    });
    program.emit(event, new Error("boom"));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(new RegExp(`^${line} boom failures\\.test\\.ts:\\d+:\\d+ `));
    expect([helped, gaveUp]).toEqual([1, []]);
  });

  it("is none where a request ended while its body was on its way", () => {
    let helped = 0;
    helpWith(() => {
      helped += 1;
    });
    program.emit("uncaughtException", new Error("mojo result not ok: 9"));
    expect([lines, helped, gaveUp]).toEqual([["upload-ended mojo result not ok: 9"], 0, []]);
  });

  it("that is no Error is logged, too", () => {
    helpWith(() => {});
    program.emit("unhandledRejection", "no more room");
    expect(lines[0]).toContain("unhandled-rejection no more room");
  });

  it("ends a start that has no window yet, and says so", () => {
    program.emit("uncaughtException", new Error("boom"));
    expect(gaveUp).toEqual(["boom"]);
  });
});

it("a stdout that somebody closed is no error", () => {
  expect(() => program.stdout.emit("error", new Error("write EPIPE"))).not.toThrow();
  expect([lines, gaveUp]).toEqual([[], []]);
});

describe("a process of the program's", () => {
  const gone = (details: object) => app.emit("child-process-gone", {}, details);

  it("that is gone is logged", () => {
    gone({ type: "GPU", reason: "crashed", exitCode: 139 });
    gone({ type: "Utility", reason: "killed", exitCode: 9, name: "Network Service", serviceName: "network" });
    expect(lines).toEqual([
      "child-process-gone GPU  crashed 139",
      "child-process-gone Utility Network Service killed 9",
    ]);
  });

  it("that has done its work is not", () => {
    gone({ type: "Utility", reason: "clean-exit", exitCode: 0 });
    expect(lines).toEqual([]);
  });
});
