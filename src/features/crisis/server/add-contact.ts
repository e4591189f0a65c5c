import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalid } from '../../../platform/errors/invalid.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { addStep } from './add-step.ts';
import { lockOpen, wordsOf } from './lock-case.ts';

/** A contact with a guardian: who, when, how, and with what result. */
export interface Contact {
  guardian: string;
  at: string;
  how: number;
  result: number;
  note?: string | undefined;
}

/**
 * Records a contact with a guardian as a step of the case.
 *
 * @returns id of the step
 * @throws AppError `notFoundInScope`, PSY_CONFLICT when the case is closed, PSY_INVALID_INPUT
 */
export async function addContact(
  ctx: OrgContext,
  tx: Tx,
  caseId: string,
  { guardian, at, how, result, note }: Contact,
): Promise<string> {
  const { child_name } = await lockOpen(tx, ctx, caseId);
  if (Date.parse(at) > ctx.now()) throw invalid('/at', '联系的时间不能晚于现在');
  const words = note?.trim() ?? '';
  const content = [wordsOf('/guardian', guardian), ...(words === '' ? [] : [words])].join('\n');
  const id = await addStep(tx, ctx, { caseId, kind: 'family', content, contact: { at, how, result } });
  await audit(tx, ctx, {
    act: 'create',
    resource: 'crisis-case',
    rowId: caseId,
    rowLabel: child_name,
    after: {
      step_kind: labelOf('case_step_kind', 'family'),
      contact_result: labelOf('contact_result', result),
      text_length: [...content].length,
    },
  });
  return id;
}
