import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import type { RowOf, Tx } from '../../../platform/db/server/database.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { IMPORT_KEPT_DAYS } from '../../../platform/imports/contract.ts';
import type { RowChore } from '../../../platform/jobs/server/kinds.ts';
import { dueBy } from '../../../platform/jobs/server/queries.ts';
import { contextFor } from '../../../platform/jobs/server/requester.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { notify } from '../../notices/server/public.ts';
import { nextHour } from '../rules/due.ts';
import { readFile, ROSTER_BOX } from './box.ts';
import * as store from './queries.ts';
import { writeParts } from './write-parts.ts';

const DAY_MS = 86_400_000;
/** Between two looks at imports that run. */
const PACE_MS = 30_000;
/** After which a reading that has not ended counts as broken off. */
const BROKEN_MS = 15 * 60_000;
/** Details of a refusal that the page shows. */
const SHOWN = 5;

type Box = RowOf<ReturnType<typeof store.boxOf>>;

/** Tells the person who answers for it, and leaves the outcome for the page. */
async function end(services: Services, orgId: string, box: Box, change: Parameters<typeof store.settleBox>[1]) {
  await services.db.transaction({ orgId, userId: null }, async (tx) => {
    await tx.run(store.settleBox(orgId, change));
    const person = box.requester?.user_id;
    const subject = { type: 'roster', id: orgId } as const;
    if (person !== undefined) await notify(tx, services, orgId, [person], { kind: 'roster_read', subject });
  });
}

const wordsOf = ({ message, details = [] }: AppError): string =>
  [message, ...details.slice(0, SHOWN).map((one) => one.message)]
    .filter((text, i, all) => all.indexOf(text) === i)
    .join('；');

/** Does a step as the person who set the box. What stands in its way is kept for the page. */
async function asPerson(services: Services, orgId: string, box: Box, step: (ctx: OrgContext) => Promise<void>) {
  try {
    if (!box.requester) return;
    await step(await contextFor(services, orgId, box.requester));
  } catch (error) {
    const known = error instanceof AppError ? error : undefined;
    if (!known) services.log.error({ err: error, org_id: orgId }, 'a roster that was put down was not read');
    const problem =
      known?.code === 'AC_ORG_ROLE_FORBIDDEN'
        ? '设置的人已没有这个角色：请重新设置'
        : known
          ? wordsOf(known)
          : '读取时出了问题，请重新放入文件';
    const { file_name, received } = box.outcome ?? { file_name: box.file_name ?? '' };
    await end(services, orgId, box, {
      state: 'failed',
      outcome: { file_name, problem, ...(received && { received }) },
    });
  }
}

const read = (services: Services, orgId: string, box: Box) =>
  asPerson(services, orgId, { ...box, outcome: { file_name: box.file_name ?? '' } }, async (ctx) => {
    const { absent } = await readFile(ctx, undefined);
    // A roster that most people here are not in may be another school's: a person looks at it first.
    if (!box.writes || absent.length > 0) return end(services, orgId, box, { state: 'ready' });
    const soon = isoTime(services.clock.now() + PACE_MS);
    await ctx.write([dueBy(orgId, ROSTER_BOX, soon), store.settleBox(orgId, { state: 'writing' })]);
  });

const write = (services: Services, orgId: string, box: Box) =>
  asPerson(services, orgId, box, async (ctx) => {
    if (await writeParts(ctx, box.outcome?.received)) await end(services, orgId, box, { state: 'written' });
  });

async function perform(tx: Tx, services: Services, orgId: string): ReturnType<RowChore['perform']> {
  const [box] = await tx.run(store.lockBox(orgId));
  const now = services.clock.now();
  if (!box || box.hour === null) return { next: undefined };
  const due = Date.parse(box.due_at ?? isoTime(now));
  if (box.state === 'writing') return { next: isoTime(now + PACE_MS), afterCommit: () => write(services, orgId, box) };
  if (box.state === 'reading') {
    const broken = Date.parse(box.read_at ?? isoTime(now)) + BROKEN_MS;
    if (now < broken) return { next: isoTime(broken) };
    const { file_name } = box.outcome ?? { file_name: '' };
    const outcome = { file_name, problem: '服务器在读取时中断了，请重新放入文件' };
    await tx.run(store.settleBox(orgId, { state: 'failed', outcome }));
  }
  if (now < due) return { next: isoTime(due) };
  const next = isoTime(nextHour(box.hour, now));
  await tx.run(store.boxDue(orgId, next));
  const old = now - IMPORT_KEPT_DAYS * DAY_MS;
  await tx.run(store.dropOldFile(orgId, isoTime(old)));
  if (box.is_read || box.put_at === null || Date.parse(box.put_at) < old) return { next };
  const outcome = { file_name: box.file_name ?? '' };
  await tx.run(store.markRead(orgId, box.put_at));
  await tx.run(store.settleBox(orgId, { state: 'reading', read_at: isoTime(now), outcome }));
  return { next: isoTime(now + BROKEN_MS), afterCommit: () => read(services, orgId, box) };
}

/** Reads the roster that was put down at its hour, and writes it where the school has said so. */
export const boxChore: RowChore = { name: ROSTER_BOX, perform };
