import { EventEmitter } from "node:events";
import { beforeEach, expect, it, vi } from "vitest";
import { handleFailures } from "../../../../desktop/main/recovery/failures.ts";
import { keptLog } from "../../support/log.ts";

const help = vi.fn();
const giveUp = vi.fn();
let program: EventEmitter & { stdout: EventEmitter; stderr: EventEmitter };
let app: EventEmitter;
let lines: string[];
let setErrorHandler: (help: () => void) => void;

beforeEach(() => {
  vi.clearAllMocks();
  program = Object.assign(new EventEmitter(), { stdout: new EventEmitter(), stderr: new EventEmitter() });
  app = new EventEmitter();
  const kept = keptLog();
  lines = kept.lines;
  setErrorHandler = handleFailures({
    program,
    app: app as unknown as Pick<Electron.App, "on">,
    log: kept.log,
    giveUp,
  }).setErrorHandler;
});

it("a request that ends while its body is being sent is not logged as an error", () => {
  setErrorHandler(help);
  program.emit("uncaughtException", new Error("mojo result not ok: 9"));
  expect(lines).toEqual(["upload-ended mojo result not ok: 9"]);
  expect(help).not.toHaveBeenCalled();
});

it("a rejection without an Error is logged, too", () => {
  setErrorHandler(help);
  program.emit("unhandledRejection", "no more room");
  expect(lines[0]).toContain("unhandled-rejection no more room");
});

it("an error before the first window ends the start with its message", () => {
  program.emit("uncaughtException", new Error("boom"));
  expect(giveUp).toHaveBeenCalledWith(expect.objectContaining({ message: "boom" }));
});

it("a child process that ends normally is not logged", () => {
  app.emit("child-process-gone", {}, { type: "Utility", reason: "clean-exit", exitCode: 0 });
  expect(lines).toEqual([]);
});
