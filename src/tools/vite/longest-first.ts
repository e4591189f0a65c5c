import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Files that take long for their size, the longest first: by size, a fresh clone would start them last. */
const LONG = [
  'tests/app/server/process.test.ts',
  'tests/app/server/killed.faults.test.ts',
  'tests/platform/sheets/server/hostile-process.faults.test.ts',
  'tests/platform/contract/server/bad-input.test.ts',
  'tests/app/server/power-cut.faults.test.ts',
  'tests/platform/audit/server/killed.faults.test.ts',
];

/** Starts the long files first, so that no worker is left with one at the end. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification) => {
      const found = LONG.findIndex((file) => moduleId.replaceAll('\\', '/').endsWith(file));
      return found < 0 ? LONG.length : found;
    };
    return (await super.sort(files)).sort((a, b) => rank(a) - rank(b));
  }
}
