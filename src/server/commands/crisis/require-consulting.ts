import type { CrisisReport } from '../../../shared/contract/crisis.ts';
import { AppError } from '../../../shared/errors/app-error.ts';
import { SOURCE_TYPE } from '../../../shared/rules/crisis.ts';
import { OPEN } from '../../access/policies.ts';
import type { OrgCall } from '../../context.ts';
import { consultationHooks } from '../../resources/consultations.ts';
import { reach } from '../../resources/reading.ts';
import type { Tx } from '../../store/db/database.ts';
import { rowsOfIds } from '../../store/rows/read.ts';

const NAME = 'consultation';

/**
 * Where a report says in which consultation it came up, that is one of this student which whoever reports may open.
 * @throws AppError PSY_INVALID_INPUT, whatever else it is
 */
export async function requireConsulting(tx: Tx, call: OrgCall, { child_id, source_type, student_consulting_id: id }: CrisisReport): Promise<void> {
  if (source_type !== SOURCE_TYPE.consulting || id === undefined || id === null) return;
  const { entity, rows } = reach(call, NAME, consultationHooks);
  const mayOpen = call.services.access.decide(call.actor, entity.schema['x-resource'].area, OPEN);
  const [row] = mayOpen ? await tx.run(rowsOfIds(rows, [id])) : [];
  if (row?.['child_id'] === child_id) return;
  const message = '没有这名学生的这次咨询，或者不在您的管理范围内';
  throw new AppError('PSY_INVALID_INPUT', { message, details: [{ field: '/student_consulting_id', message }] });
}
