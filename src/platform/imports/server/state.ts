import type { OrgContext } from '../../context/server/context.ts';
import { isoTime } from '../../runtime/server/clock.ts';
import { IMPORT_KEPT_DAYS, type Import } from '../contract.ts';
import { moveImport, type ImportFacts, type ImportStatus } from './queries/imports.ts';

const DAY_MS = 86_400_000;
/** Period in which an import can be undone, from its writing. */
export const UNDO_MS = IMPORT_KEPT_DAYS * DAY_MS;
/** Period in which a preview can be written; an older one no longer matches what the user has in mind. */
export const PREVIEW_MS = DAY_MS;
/** After this period all data of the import are deleted. */
export const KEPT_MS = UNDO_MS + PREVIEW_MS;

/** The state of an import after its process crashed, and the message to its owner. */
export const DEAD: Partial<Record<ImportStatus, { status: ImportStatus; problem: string }>> = {
  reading: { status: 'refused', problem: '服务器在读取文件时中断了，请重新上传' },
  writing: { status: 'stopped', problem: '服务器在写入时中断了：已写入的行都有记录，可以继续写入，也可以撤销' },
  undoing: { status: 'stopped', problem: '服务器在撤销时中断了，可以再次撤销余下的行' },
};

/** The import as it is: one at work without a job is over. */
export function withoutDead(ctx: OrgContext, facts: ImportFacts): ImportFacts {
  const dead = DEAD[facts.status];
  return !dead || facts.has_job ? facts : { ...facts, ...dead, finished_at: ctx.nowIso() };
}

/** The same for a decision, which starts from the stored status. */
export async function settleDead(ctx: OrgContext, stored: ImportFacts): Promise<ImportFacts> {
  const facts = withoutDead(ctx, stored);
  const { import_id, status, problem, finished_at } = facts;
  if (status !== stored.status)
    await ctx.write([
      moveImport(ctx.actor.orgId, import_id, [stored.status], { status, problem, stop: false, finished_at }),
    ]);
  return facts;
}

const settledOf = ({ created, updated, refused }: ImportFacts) => created + updated + refused;

/** The acts that are possible on an import now. Lines can still be written until the first undo. */
export function actsOf(facts: ImportFacts, now: number): Import['can'] {
  const { status, undone, kept, written_at, created_at } = facts;
  const left = facts.new + facts.changed - settledOf(facts) > 0 && undone + kept === 0;
  const inTime = now < Date.parse(created_at) + PREVIEW_MS;
  const written = facts.created + facts.updated - undone - kept > 0;
  return {
    write: inTime && left && (status === 'ready' || status === 'stopped'),
    cancel: status === 'reading' || status === 'ready' || status === 'writing',
    undo:
      written &&
      (status === 'done' || status === 'stopped') &&
      written_at !== null &&
      now < Date.parse(written_at) + UNDO_MS,
  };
}

/** Progress of the current work, from 0 to 100. Unknown while the file is read, because its length is not known. */
export function progressOf(facts: ImportFacts): number {
  const part = (done: number, of: number) => (of === 0 ? 100 : Math.floor((done / of) * 100));
  switch (facts.status) {
    case 'reading':
      return 0;
    case 'writing':
    case 'stopped':
      return part(settledOf(facts), facts.new + facts.changed);
    case 'undoing':
      return part(facts.undone + facts.kept, facts.created + facts.updated);
    default:
      return 100;
  }
}

/** An import as the wire shows it. */
export function shownImport(ctx: OrgContext, stored: ImportFacts): Import {
  const facts = withoutDead(ctx, stored);
  const { created, updated, refused, undone, kept, found, written_at } = facts;
  return {
    import_id: facts.import_id,
    resource: facts.resource,
    file_name: facts.file_name,
    status: facts.status,
    user_name: facts.real_name ?? '',
    created_at: facts.created_at,
    ...(facts.problem !== null && { problem: facts.problem }),
    ...(facts.finished_at !== null && { finished_at: facts.finished_at }),
    ...(written_at !== null && { undo_until: isoTime(Date.parse(written_at) + UNDO_MS) }),
    rows: { total: facts.total, new: facts.new, changed: facts.changed, same: facts.same, wrong: facts.wrong },
    written: { created, updated, refused },
    undone: { rows: undone, kept },
    columns: {
      unknown: found?.layout.unknown ?? [],
      ignored: found?.layout.ignored ?? [],
      ...(found?.layout.closed?.length && { closed: found.layout.closed }),
      ...(found?.layout.groups?.length && { groups: found.layout.groups }),
      ...(found?.layout.files?.length && { files: found.layout.files }),
      ...(found?.layout.absent?.length && { absent: found.layout.absent }),
    },
    can: actsOf(facts, ctx.services.clock.now()),
  };
}
