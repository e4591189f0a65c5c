import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { writeImport } from '../../../platform/imports/server/decide.ts';
import { requireImport } from '../../../platform/imports/server/find.ts';
import { decideImport } from '../../../platform/imports/server/handlers.ts';
import { shownImport } from '../../../platform/imports/server/state.ts';
import { PARTS, type Part, type Received } from '../contract.ts';
import { readFile } from './box.ts';

const AT_WORK: ReadonlySet<string> = new Set(['reading', 'writing']);
const NAMES: Readonly<Record<Part, string>> = { class: '班级', teacher: '教职工', student: '学生' };

/**
 * Writes the parts of a roster one after another, one step at each call. Lines that are wrong are left out, as in every
 * import.
 *
 * @returns whether all is written
 * @throws AppError where a part was refused or stopped, which a person has to look at
 */
export async function writeParts(ctx: OrgContext, received: Received | undefined): Promise<boolean> {
  for (const part of PARTS) {
    const one = received?.parts.find((each) => each.part === part);
    if (one?.state === 'waiting') {
      // Their classes are written by now.
      const again = await readFile(ctx, part);
      if (again.parts.find((each) => each.part === part)?.state !== 'waiting') return false;
      throw new AppError('PSY_CONFLICT', { message: '有学生的班级没有写入，学生没有写入：请查看班级的预览' });
    }
    if (one?.import_id === undefined) continue;
    const { status, can, problem, rows } = shownImport(ctx, await requireImport(ctx, part, one.import_id));
    if (AT_WORK.has(status)) return false;
    if (status === 'ready' && rows.new + rows.changed === 0) continue;
    if (status === 'ready' && can.write) {
      await decideImport(ctx, part, one.import_id, (tx, facts, requester) =>
        writeImport(ctx, tx, requester, facts, []),
      );
      return false;
    }
    if (status !== 'done')
      throw new AppError('PSY_CONFLICT', {
        message: `${NAMES[part]}没有写入${problem === undefined ? '' : `：${problem}`}`,
      });
  }
  return true;
}
