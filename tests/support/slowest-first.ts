/** Runs the slowest test files first, so that none of them runs alone at the end. */
import { BaseSequencer, type TestSpecification } from "vitest/node";

/** Seconds in a whole run on two cores, by the file's name. */
const seconds: Readonly<Record<string, number>> = {
  "appearance/desk": 81,
  "faults/deploy": 81,
  "tasks/desk": 74,
  "appearance/conditions": 71,
  "appearance/office": 68,
  "e2e/appearance": 53,
  "backup/restored-backup": 35,
  "backup/backup": 30,
  "e2e/signage": 49,
  "electron/lobby": 35,
  "backup/restore": 38,
  "electron/offline": 35,
  "privacy/terms-editor": 31,
  "electron/console": 30,
  "faults/embedded-database": 30,
  "tasks/office": 29,
  "electron/printing": 29,
  "faults/start": 27,
  "desk/reserve": 27,
  "desk/hand-over": 25,
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
    // by project: changing the project restarts a worker
    return this.ctx.projects.flatMap(({ name }) =>
      (byProject.get(name) ?? []).toSorted((one, other) => secondsOf(other) - secondsOf(one)),
    );
  }
}
