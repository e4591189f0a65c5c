import { OPEN } from '../../../platform/access/server/rights.ts';
import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Tx } from '../../../platform/db/server/database.ts';
import { invalidWithMessage } from '../../../platform/errors/invalid.ts';
import { rowsOfIds } from '../../../platform/resources/server/queries/rows/read.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import type { CrisisReport } from '../contract/reports.ts';
import { SOURCE_TYPE } from '../rules/crisis.ts';

const NAME = 'consultation';

/**
 * Requires that the consultation of a report is about this student and readable by the reporter.
 *
 * @throws AppError PSY_INVALID_INPUT in every other case
 */
export async function requireConsulting(
  tx: Tx,
  ctx: OrgContext,
  { child_id, source_type, student_consulting_id: id }: CrisisReport,
): Promise<void> {
  if (source_type !== SOURCE_TYPE.consulting || id === undefined || id === null) return;
  const { entity, rows } = resolveResource(
    ctx,
    NAME,
    ctx.services.resources.hooksFor(ctx.services.schemas.entity(ctx.actor.orgId, NAME).schema),
  );
  const mayOpen = ctx.services.access.decide(ctx.actor, entity.schema['x-resource'].area, OPEN);
  const [row] = mayOpen ? await tx.run(rowsOfIds(rows, [id])) : [];
  if (row?.['child_id'] === child_id) return;
  const message = '没有这名学生的这次咨询，或者不在您的管理范围内';
  throw invalidWithMessage('/student_consulting_id', message);
}
