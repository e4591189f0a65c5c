import { describeApi } from '../../../support/databases.ts';
import { caseTests } from './crisis-cases.ts';
import { useCrises } from './crisis-fixture.ts';
import { reportTests } from './crisis-reports.ts';
import { verdictTests } from './crisis-verdicts.ts';

// One server for all of them: starting another costs more than the tests.
describeApi('a crisis case', (kind) => {
  const crises = useCrises(kind);
  reportTests(crises);
  verdictTests(crises);
  caseTests(crises);
});
