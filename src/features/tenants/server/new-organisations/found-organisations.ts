import type { Services } from '../../../../platform/context/server/services.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { UnusableFile } from '../../../../platform/sheets/server/messages.ts';
import { ROWS_MAX, type CreatedOrganisation, type NewRow } from '../../contract/organisations.ts';
import type { Operator } from '../platform-log.ts';
import { createMany, previewRows, type RowOutcome } from './create-many.ts';
import { createOrg } from './create-org.ts';
import { OrgFileError, planOfDocument, type OrgPlan } from './org-file.ts';
import { readOrgSheet, type PlannedRow } from './org-sheet.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'passwords' | 'sharedHosts'>;

/** Findings of a description as the error of a request. */
function refused(error: unknown): unknown {
  if (error instanceof UnusableFile)
    return new AppError('PSY_INVALID_INPUT', {
      message: error.message,
      details: [{ field: '', message: error.message }],
    });
  if (!(error instanceof OrgFileError)) return error;
  const details = error.findings.map(({ pointer, reason, fix }) => ({ field: pointer, message: `${reason}；${fix}` }));
  return new AppError('PSY_INVALID_INPUT', { message: details[0]?.message, details });
}

async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw refused(error);
  }
}

/**
 * Creates the organisation that a document describes, with its first administrator.
 *
 * @throws AppError PSY_INVALID_INPUT with every problem; PSY_CONFLICT where it exists
 */
export async function foundOrganisation(parts: Parts, by: Operator, document: unknown): Promise<CreatedOrganisation> {
  return refusing(async () => {
    const plan = planOfDocument(document, parts.clock.now(), parts.sharedHosts ?? []);
    const made = await createOrg(parts, plan, { by });
    if (made.outcome === 'present')
      throw new AppError('PSY_CONFLICT', { message: `${plan.org.org_name}（${plan.org.org_id}）已经存在，没有改动` });
    return { ...summaryOf(plan), role_name: made.roleName, password: made.password };
  });
}

const summaryOf = ({ org, administrator }: OrgPlan) => ({
  org_id: org.org_id,
  org_name: org.org_name,
  real_name: administrator.real_name,
  login_name: administrator.login_name,
});

async function rowsIn({ clock, sharedHosts }: Parts, bytes: Uint8Array): Promise<PlannedRow[]> {
  const rows = await readOrgSheet(new Uint8Array(bytes), clock.now(), sharedHosts ?? []);
  const message = rows.length === 0 ? '表格里没有单位：从第 2 行起每行写一个' : `一次最多 ${ROWS_MAX} 个单位`;
  if (rows.length === 0 || rows.length > ROWS_MAX)
    throw new AppError('PSY_INVALID_INPUT', { message, details: [{ field: '', message }] });
  return rows;
}

const shown = ({ no, name, plan, outcome, problems }: RowOutcome): NewRow => ({
  no,
  outcome,
  org_name: name,
  ...(plan && { org_id: plan.org.org_id, real_name: plan.administrator.real_name }),
  ...(plan && { login_name: plan.administrator.login_name }),
  problems: problems.map(({ column, reason, fix }) => ({ column, reason, fix })),
});

const inOrder = (rows: readonly NewRow[]): NewRow[] => rows.toSorted((a, b) => a.no - b.no);

/** What would become of each row of a sheet; nothing is stored. */
export const previewSheet = (parts: Parts, bytes: Uint8Array): Promise<NewRow[]> =>
  refusing(async () => inOrder((await previewRows(parts, await rowsIn(parts, bytes))).map(shown)));

/**
 * Creates the organisations of a sheet without problems. The initial passwords are in the answer only.
 *
 * @throws AppError PSY_CONFLICT where a row has problems; nothing is created then
 */
export async function foundBySheet(parts: Parts, by: Operator, bytes: Uint8Array): Promise<NewRow[]> {
  return refusing(async () => {
    const rows = await previewRows(parts, await rowsIn(parts, bytes));
    if (rows.some(({ outcome }) => outcome === 'refused'))
      throw new AppError('PSY_CONFLICT', { message: '表格里有不能创建的单位，什么都没有创建：请重新预览' });
    const passwords = new Map<string, string>();
    const made = await createMany(parts, rows, {
      by,
      handOver: ({ org }, password) => void passwords.set(org.org_id, password),
    });
    return inOrder(
      made.map((row) => {
        const password = row.outcome === 'created' ? passwords.get(row.plan?.org.org_id ?? '') : undefined;
        return { ...shown(row), ...(password !== undefined && { password }) };
      }),
    );
  });
}
