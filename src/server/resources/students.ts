import { AppError } from '../../shared/errors/app-error.ts';
import { studentRows } from '../store/student-rows.ts';
import type { ResourceHooks } from './hooks.ts';

const GRADUATED = 4;

/**
 * The student list is asked for in words of its own (`spec §5`, `api.md`): `org_id` is the own organisation, and graduates are asked for by
 * `graduated=true` instead of a status. Without either only enrolled students are listed, which the schema says.
 */
export const studentHooks: ResourceHooks = {
  table: studentRows,
  query({ actor }, { org_id, graduated, ...filters }) {
    if (org_id !== undefined && org_id !== '' && org_id !== actor.orgId) throw new AppError('AC_FORBIDDEN');
    if (graduated !== undefined && graduated !== 'true' && graduated !== 'false') throw new AppError('PSY_INVALID_INPUT', { details: [{ field: '/graduated', message: '请选择是或否' }] });
    return graduated === 'true' ? { ...filters, study_status: String(GRADUATED) } : filters;
  },
};
