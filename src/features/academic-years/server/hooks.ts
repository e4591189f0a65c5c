import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { isForeignKeyViolation, isUniqueViolation } from '../../../platform/db/server/errors.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Draft, FlatRow, ResourceHooks } from '../../../platform/resources/server/hooks.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { classesIn, dropCurrent, yearRows } from './queries/year-rows.ts';
import { yearsOf } from './queries/years.ts';

const DAY_MS = 86_400_000;
/** Limits of a school year in days, to detect mistyped dates. */
const SHORTEST = 60;
const LONGEST = 500;
const TAKEN = '已有这个名称的学年';

const moved = ({ row, before }: Draft, fields: readonly string[]) =>
  !before || fields.some((field) => row[field] !== before[field]);
const daysOf = (row: Readonly<FlatRow>) =>
  (Date.parse(String(row['end_on'])) - Date.parse(String(row['start_on']))) / DAY_MS + 1;
const becomesCurrent = ({ row, before }: Draft) => row['is_current'] === true && before?.['is_current'] !== true;

/**
 * Names of academic years are unique, and years do not overlap. Exactly one is current once one was set; a year can be
 * deleted only while nothing refers to it.
 */
export const yearHooks: ResourceHooks = {
  table: yearRows,
  namedIn: { area: 'directory', rows: 'all' },
  locksOrganisation: true,

  async validate(tx, ctx, drafts, reject) {
    const years = await tx.run(yearsOf(ctx.actor.orgId));
    for (const [i, draft] of drafts.entries()) {
      const { row, before } = draft;
      row['is_current'] = row['is_current'] === true;
      if (before?.['is_current'] === true && !row['is_current'])
        reject(i, 'is_current', '请打开另一个学年的这一项，当前学年就会换过去');
      const others = years.filter(({ year_id }) => year_id !== before?.['year_id']);
      if (moved(draft, ['year_name']) && others.some(({ year_name }) => year_name === row['year_name']))
        reject(i, 'year_name', TAKEN);
      if (!moved(draft, ['start_on', 'end_on'])) continue;
      const days = daysOf(row);
      if (days < 2) reject(i, 'end_on', '结束日期要晚于开始日期');
      else if (days < SHORTEST || days > LONGEST) reject(i, 'end_on', `这样一学年有 ${days} 天，请检查日期`);
      const overlapping = others.find(
        ({ start_on, end_on }) => start_on <= String(row['end_on']) && end_on >= String(row['start_on']),
      );
      if (overlapping)
        reject(i, 'start_on', `与${overlapping.year_name}（${overlapping.start_on} 至 ${overlapping.end_on}）重叠`);
    }
  },

  async beforeWrite(tx, ctx, rows) {
    const { orgId } = ctx.actor;
    if (!rows.some(becomesCurrent)) return;
    const was = (await tx.run(yearsOf(orgId))).find(({ is_current }) => is_current);
    if (!was) return;
    await tx.run(dropCurrent(orgId, nowIso(ctx.services.clock)));
    await audit(tx, ctx, {
      act: 'update',
      resource: 'year',
      rowId: was.year_id,
      rowLabel: was.year_name,
      before: { is_current: true },
      after: { is_current: false },
    });
  },

  async beforeDelete(tx, { actor: { orgId } }, rows, ids) {
    const years = await tx.run(yearsOf(orgId));
    const current = years.find(({ year_id, is_current }) => is_current && ids.includes(year_id));
    if (current) throw new AppError('PSY_CONFLICT', { message: `${current.year_name}是当前学年，不能删除` });
    const [held] = await tx.run(classesIn(orgId, ids));
    const name = rows.find((row) => row['year_id'] === held?.year_id)?.['year_name'];
    if (held) throw new AppError('PSY_CONFLICT', { message: `${String(name)}有 ${held.classes} 个班级，不能删除` });
  },

  explainConflict(error, title) {
    if (isUniqueViolation(error, 'years_name'))
      return new AppError('PSY_CONFLICT', {
        message: `${TAKEN}，刚刚由他人保存`,
        details: [{ field: '/year_name', message: `${title('year_name') ?? ''}已被使用` }],
        cause: error,
      });
    if (isForeignKeyViolation(error))
      return new AppError('PSY_CONFLICT', { message: '刚刚有人在这个学年中新增了班级，不能删除', cause: error });
    return undefined;
  },
};
