import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, the longest first: by size, a fresh clone would start them last. */
const LONG = [
  'tests/app/server/process.test.ts',
  'tests/platform/contract/server/bad-input.test.ts',
  'tests/app/server/killed.faults.test.ts',
  'tests/platform/access/server/every-endpoint.test.ts',
  'tests/journeys/every-page.test.ts',
  'tests/platform/imports/server/files.test.ts',
  'tests/app/server/power-cut.faults.test.ts',
  'tests/app/server/seed.test.ts',
  'tests/platform/sheets/server/hostile-process.faults.test.ts',
  'tests/platform/audit/server/killed.faults.test.ts',
  // Their tests are in files beside them.
  'tests/features/crisis/server/crisis.test.ts',
  'tests/features/crisis/server/escalation.test.ts',
];

/**
 * The order of projects: a worker loads the modules of a project again each time it changes, so each project comes
 * once, with the one of the shortest files at the end.
 */
const PROJECTS = ['server', 'journeys', 'tools', 'portal', 'unit', 'web'];

/** Starts the long files first, so that no worker is left with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const length = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((file) => moduleId.replaceAll('\\', '/').endsWith(file));
      return found < 0 ? LONG.length : found;
    };
    const project = (file: TestSpecification) => PROJECTS.indexOf(file.project.name);
    return (await super.sort(files)).sort((a, b) => project(a) - project(b) || length(a) - length(b));
  }
}
