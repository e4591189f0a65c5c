import { notFoundInScope } from '../../../../platform/access/server/not-found-in-scope.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { BodyOf, DataOf, QueryOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { AppError } from '../../../../platform/errors/app-error.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { withoutNulls } from '../../../../platform/schema/json.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { notify, settle } from '../../../notices/server/public.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import { TALKS_MAX, type askForTalk, type handleTalk, type myTalks, type talks } from '../../contract/own.ts';
import { TALK_STATUS } from '../../rules/consent-text.ts';
import { childrenInScope } from '../queries/consents.ts';
import * as store from '../queries/talks.ts';
import { ownChild, personOf, personWithout } from './own-child.ts';
import { peopleInCharge } from './people-in-charge.ts';

/** Own requests that are listed. */
const SHOWN = 50;
/** Default page size of the staff's list. */
const PAGE = 20;

const locationOf = (requestId: string, field: 'note' | 'answer') => ({ table: 'talk_requests', row: requestId, field });

interface Stored {
  request_id: string;
  note: string | null;
  answer: string | null;
}
/** A request with its texts in clear. */
async function withTexts<T extends Stored>(
  ctx: OrgContext,
  keys: Pick<OrgContext['services']['keys'], 'decryptText'>,
  row: T,
): Promise<T> {
  const text = async (field: 'note' | 'answer') => {
    const stored = row[field];
    return stored === null ? null : keys.decryptText(ctx.actor.orgId, stored, locationOf(row.request_id, field));
  };
  return { ...row, note: await text('note'), answer: await text('answer') };
}

/** The caller's own requests, and the people whom the caller may ask for. */
export async function readOwnTalks(ctx: OrgContext, tx: Tx): Promise<DataOf<typeof myTalks>> {
  const {
    actor,
    caller: { userId },
    services,
  } = ctx;
  const { orgId } = actor;
  const rows = await tx.run(store.talksOf(orgId, userId, SHOWN));
  const children = await tx.run(childrenInScope(orgId, services.access.scope(actor, 'student')));
  const inCharge = new Set<string>();
  for (const classId of new Set(children.map(({ class_id }) => class_id)))
    for (const person of await peopleInCharge(tx, services, orgId, classId)) inCharge.add(person);
  const people = await tx.run(activeStaff(orgId, [...inCharge]));
  const keys = services.keys.within(tx);
  const items = await Promise.all(rows.map(async (row) => withoutNulls(await withTexts(ctx, keys, row))));
  return {
    total: items.length,
    items,
    people: people.map(({ user_id, teacher_name }) => ({ user_id, real_name: teacher_name })),
  };
}

type Wanted = BodyOf<typeof askForTalk>;

/**
 * Stores a request for a talk and notifies the people in charge. The same words that still wait are not stored twice.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_INPUT; PSY_CONFLICT when too many requests wait
 */
export async function storeTalk(ctx: OrgContext, tx: Tx, wanted: Wanted): Promise<{ request_id: string }> {
  const {
    actor: { orgId },
    caller,
    services,
  } = ctx;
  const child = await ownChild(ctx, tx, wanted.child_id);
  const userId = personOf(caller, child);
  const { child_id, class_id } = child;
  const keys = services.keys.within(tx);
  const inCharge = await peopleInCharge(tx, services, orgId, class_id);
  if (wanted.wanted_with !== undefined && !inCharge.includes(wanted.wanted_with))
    throw invalid('/wanted_with', '找不到这位老师，请重新选择');
  const childExamId = wanted.child_exam_id;
  if (childExamId !== undefined && (await tx.run(store.sheetOfChild(orgId, child_id, childExamId))).length === 0)
    throw invalid('/child_exam_id', '找不到这份问卷');
  const note = wanted.note?.trim() ?? '';
  const waiting = await tx.run(store.lockWaitingTalks(orgId, userId));
  for (const one of waiting) {
    if (one.child_id !== child_id || one.wanted_with !== (wanted.wanted_with ?? null)) continue;
    const said = one.note === null ? '' : await keys.decryptText(orgId, one.note, locationOf(one.request_id, 'note'));
    if (said === note) return { request_id: one.request_id };
  }
  if (waiting.length >= TALKS_MAX)
    throw new AppError('PSY_CONFLICT', { message: '老师已经收到你的请求，会尽快联系你。着急的话，请拨打 12356' });
  const request_id = newId(services.clock);
  await tx.run(
    store.insertTalk({
      org_id: orgId,
      request_id,
      child_id,
      child_exam_id: childExamId ?? null,
      user_id: userId,
      wanted_with: wanted.wanted_with ?? null,
      note: note === '' ? null : await keys.encryptText(orgId, note, locationOf(request_id, 'note')),
      requested_at: ctx.nowIso(),
      handled_by: null,
      handled_at: null,
      answer: null,
    }),
  );
  await notify(tx, services, orgId, inCharge, { kind: 'talk_asked', subject: { type: 'talk', id: request_id } });
  return { request_id };
}

/** A page of the requests about students within the scope. */
export async function readTalks(
  ctx: OrgContext,
  { page = 1, size = PAGE, status }: QueryOf<typeof talks>,
): Promise<DataOf<typeof talks>> {
  const {
    actor,
    services: { access },
  } = ctx;
  const scope = access.scope(actor, 'student');
  const wanted = status === undefined ? undefined : Number(status);
  const [rows, [count]] = await ctx.read([
    store.talksInScope(actor.orgId, scope, { status: wanted, limit: size, offset: (page - 1) * size }),
    store.countTalks(actor.orgId, scope, wanted),
  ]);
  const items = await Promise.all(
    rows.map(async (row) => {
      const { user_id, student_user_id, asked_by_name, ...shown } = await withTexts(ctx, ctx.services.keys, row);
      const isStudent = user_id === student_user_id || user_id === personWithout(shown.child_id);
      const asked_by = isStudent ? ('student' as const) : ('guardian' as const);
      return { ...withoutNulls(shown), asked_by, asked_by_name: asked_by_name ?? (isStudent ? shown.child_name : '') };
    }),
  );
  return { total: count?.total ?? 0, waiting: count?.waiting ?? 0, items };
}

/**
 * Arranges or closes a request.
 *
 * @throws AppError `notFoundInScope`; PSY_CONFLICT when it is closed
 */
export async function handle(
  ctx: OrgContext,
  tx: Tx,
  requestId: string,
  { status, answer }: BodyOf<typeof handleTalk>,
): Promise<void> {
  const {
    actor,
    caller: { userId },
    services,
  } = ctx;
  const { orgId } = actor;
  const scope = services.access.scope(actor, 'student');
  const [talk] = await tx.run(store.lockTalk(orgId, scope, requestId));
  if (!talk) throw notFoundInScope(scope);
  if (talk.status === TALK_STATUS.closed) throw new AppError('PSY_CONFLICT', { message: '这个请求已经结束' });
  const text = answer?.trim() ?? '';
  await tx.run(
    store.changeTalk(orgId, requestId, {
      status,
      handled_by: userId,
      handled_at: ctx.nowIso(),
      ...(text !== '' && {
        answer: await services.keys.within(tx).encryptText(orgId, text, locationOf(requestId, 'answer')),
      }),
    }),
  );
  await settle(tx, services, orgId, { type: 'talk', id: requestId });
  await audit(tx, ctx, {
    act: 'update',
    resource: 'talk_request',
    rowId: requestId,
    rowLabel: talk.child_name,
    after: { talk_status: labelOf('talk_status', status), text_length: [...text].length },
  });
}
