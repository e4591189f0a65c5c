import { createOrg, checkPlan, type CreateOptions, type CreateParts } from './create-org.ts';
import { OrgFileError, type OrgPlan } from './org-file.ts';
import { problemsOf, type PlannedRow } from './org-sheet.ts';

/** What will become of a row, or has become of it. */
export interface RowOutcome extends PlannedRow {
  outcome: 'new' | 'present' | 'created' | 'refused';
}

const institutionsIn = (rows: readonly PlannedRow[]): ReadonlySet<string> =>
  new Set(
    rows.flatMap(({ plan, problems }) =>
      plan && problems.length === 0 && plan.stages.length === 0 ? [plan.org.org_id] : [],
    ),
  );

/** Compares the rows with the database; nothing is stored. */
export async function previewRows(parts: Pick<CreateParts, 'db'>, rows: readonly PlannedRow[]): Promise<RowOutcome[]> {
  const planned = institutionsIn(rows);
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    const { plan } = row;
    if (!plan || row.problems.length > 0) {
      outcomes.push({ ...row, outcome: 'refused' });
      continue;
    }
    try {
      outcomes.push({ ...row, outcome: await checkPlan(parts, plan, planned) });
    } catch (error) {
      if (!(error instanceof OrgFileError)) throw error;
      outcomes.push({ ...row, problems: problemsOf(error), outcome: 'refused' });
    }
  }
  return outcomes;
}

/**
 * Creates the organisations of a sheet without problems, each in a transaction of its own. Those that exist stay as
 * they are, so that the same sheet can be used again.
 *
 * @param handOver Gets each password before the commit; where it fails, that organisation is not stored
 */
export async function createMany(
  parts: CreateParts,
  rows: readonly RowOutcome[],
  { handOver, ...options }: Omit<CreateOptions, 'handOver'> & { handOver: (plan: OrgPlan, password: string) => void },
): Promise<RowOutcome[]> {
  const outcomes: RowOutcome[] = [];
  for (const row of rows) {
    const { plan } = row;
    if (!plan) continue;
    try {
      const { outcome } = await createOrg(parts, plan, {
        ...options,
        handOver: (password) => handOver(plan, password),
      });
      outcomes.push({ ...row, outcome });
    } catch (error) {
      if (!(error instanceof OrgFileError)) throw error;
      outcomes.push({ ...row, problems: problemsOf(error), outcome: 'refused' });
    }
  }
  return outcomes;
}
