import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';

/** Alert rules and recalculations concern all students. @throws AppError PSY_OUT_OF_REACH for a limited role */
export function requireWholeSchool({ actor, services }: OrgContext): void {
  if (services.access.scope(actor, 'student').kind !== 'all')
    throw new AppError('PSY_OUT_OF_REACH', { message: '这项设置涉及全校学生，由管理范围是全校的人修改' });
}
