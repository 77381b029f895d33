/** Runs the slowest files first, so that no project ends with one. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds in a whole run on two cores, by the end of the path. */
const seconds: Readonly<Record<string, number>> = {
  "session/appearance": 64,
  "electron/page-recovery": 50,
  "electron/printing": 46,
  "faults/database-silence": 44,
  "electron/screens": 41,
  "electron/offline": 36,
  "electron/lobby": 34,
  "electron/console": 28,
  "electron/connection-page": 28,
  "server/bad-input": 25,
  "faults/start": 24,
  "faults/embedded-database": 23,
  "server/two-processes": 21,
  "electron/updates": 21,
  "backup/backup": 19,
  "faults/half-open-network": 19,
  "e2e/widths": 18,
  "management/set-up": 18,
  "tasks/desk": 17,
  "db/migrations": 15,
  "e2e/visit-korean": 15,
  "faults/data-loss": 15,
  "backup/restore": 14,
  "server/permissions": 14,
  "files/files-bucket": 13,
  "server/traces": 11,
  "server/rotate-keys": 11,
  "server/live-connections": 10,
  "db/demonstration-dates": 10,
  "faults/processes": 9,
  "faults/pooler": 9,
  "faults/kills": 8,
  "faults/closed-folder": 7,
  "messages/sms-processes": 7,
};

const secondsOf = ({ moduleId }: TestSpecification): number =>
  seconds[
    moduleId
      .replace(/\.test\.tsx?$/, "")
      .split("/")
      .slice(-2)
      .join("/")
  ] ?? 0;

export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project.name);
    // in the order of the configuration: a worker that goes from one project to the next starts anew
    return this.ctx.projects.flatMap(({ name }) =>
      (byProject.get(name) ?? []).toSorted((one, other) => secondsOf(other) - secondsOf(one)),
    );
  }
}
