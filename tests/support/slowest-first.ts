/** Runs the slowest files first, so that no project ends with one. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds in a whole run on two cores, by the end of the path. */
const seconds: Readonly<Record<string, number>> = {
  "session/appearance": 64,
  "electron/printing": 36,
  "electron/offline": 36,
  "electron/lobby": 34,
  "faults/database-silence": 30,
  "electron/connection-page": 28,
  "electron/screens": 26,
  "electron/page-recovery": 25,
  "server/bad-input": 25,
  "electron/console": 24,
  "faults/start": 24,
  "faults/embedded-database": 23,
  "electron/updates": 21,
  "backup/backup": 19,
  "faults/half-open-network": 15,
  "e2e/widths": 18,
  "management/set-up": 18,
  "tasks/desk": 17,
  "db/migrations": 15,
  "e2e/visit-korean": 15,
  "backup/restore": 14,
  "server/permissions": 14,
  "files/files-bucket": 12,
  "faults/data-loss": 12,
  "server/traces": 11,
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
