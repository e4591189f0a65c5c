import type { OrgContext } from '../../../platform/context/server/context.ts';
import { inTransaction } from '../../../platform/context/server/make-context.ts';
import type { BodyOf, DataOf } from '../../../platform/contract/endpoint.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { prepareRows } from '../../../platform/resources/server/prepare-rows.ts';
import { resolveResource } from '../../../platform/resources/server/reading.ts';
import { isoTime } from '../../../platform/runtime/server/clock.ts';
import { fillIn, type Automation } from '../../../platform/schema/automations.ts';
import { isObject } from '../../../platform/schema/json.ts';
import { ownReferences } from '../../../platform/schema/references.ts';
import { stateOf } from '../../../platform/schema/row-state.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import type { automationTest } from '../contract.ts';
import { isInClear, rowAs, UNSEEN, wordsIn, type SeenRow } from './as-person.ts';
import { dueAt, stayDueAt } from './dates.ts';
import { bodyOf } from './new-row.ts';
import * as store from './queries.ts';
import { findReaders, type Reader, type RunRow } from './recipients.ts';
import { mayCreate, mayMove, responsibleFor } from './responsible.ts';
import { isInState } from './run.ts';

type Answer = DataOf<typeof automationTest>;

/** People who are named in the answer; the others are counted. */
const SHOWN = 20;
const TEST = 'automation-test';

/** The automation of a draft. @throws AppError PSY_INVALID_INPUT with all findings; PSY_NOT_FOUND */
function draftOf(
  { actor, services: { schemas } }: OrgContext,
  entity: string,
  { overlay, automation }: BodyOf<typeof automationTest>,
) {
  const verdict = schemas.validateOverlay(actor.orgId, entity, overlay);
  if (!verdict.ok)
    throw new AppError('PSY_INVALID_INPUT', {
      details: verdict.findings.map(({ pointer, reason, fix }) => ({
        field: `/overlay${pointer}`,
        message: `${reason}。${fix}`,
      })),
    });
  const found = verdict.schema['x-resource'].automations?.find(({ key }) => key === automation);
  if (!found) throw new AppError('PSY_NOT_FOUND');
  return found;
}

/**
 * A text as its reader gets it, without what the tester may not know: where the tester does not see a value in clear,
 * or names differ by scope, the tester's own view stands there.
 */
function shownText(text: string, { seen }: Reader, mine: SeenRow, roleId: number): string {
  const references = new Set(ownReferences(mine.schema).map(({ field }) => field));
  return fillIn(text, (name) => {
    const theirs = wordsIn(seen, name);
    const isKnown = isInClear(mine.schema, name, roleId) && !references.has(name);
    return theirs === UNSEEN || isKnown ? theirs : wordsIn(mine, name);
  });
}

async function peopleOf(
  ctx: OrgContext,
  about: RunRow,
  mine: SeenRow,
  { notify }: Automation,
): Promise<Pick<Answer, 'people' | 'notified' | 'left_out'>> {
  if (!notify) return { people: [], notified: 0, left_out: 0 };
  const { actor, services } = ctx;
  const { readers, leftOut } = await findReaders(services, actor.orgId, about, notify, TEST);
  const shown = readers.slice(0, SHOWN);
  const [names] = await ctx.read([store.namesOfPeople(shown.map(({ userId }) => userId))]);
  const nameOf = new Map(names.map(({ user_id, real_name }) => [user_id, real_name]));
  const people = shown.map((reader) => ({
    name: nameOf.get(reader.userId) ?? '',
    role: reader.roleId,
    title: shownText(notify.title, reader, mine, actor.roleId),
    text: shownText(notify.text ?? '', reader, mine, actor.roleId),
  }));
  return { people, notified: readers.length, left_out: leftOut };
}

/** What is wrong with a new row, in words. Nothing is written: the transaction is only read in. */
async function problemOf(ctx: OrgContext, target: EntitySchema, body: Row): Promise<string | undefined> {
  const { access, resources, schemas } = ctx.services;
  if (!access.decide(ctx.actor, target['x-resource'].area, 'create')) return `您没有新增${target.title}的权限`;
  const hooks = resources.hooksFor(target);
  const reached = resolveResource(ctx, target.$id, hooks);
  const early = schemas.entity(ctx.actor.orgId, target.$id).check('create', body);
  const wrong =
    early.length > 0
      ? early
      : await ctx.transaction(async (tx) => {
          const bound = inTransaction(ctx, tx);
          const [prepared] = await prepareRows(tx, { ctx: bound, hooks, reached }, [{ body }]);
          return prepared?.wrong ?? [];
        });
  return wrong.length === 0 ? undefined : wrong.map(({ message }) => message).join('；');
}

async function creationOf(
  ctx: OrgContext,
  about: RunRow,
  mine: SeenRow,
  automation: Automation,
): Promise<Answer['creates']> {
  const { create } = automation;
  const { actor, services } = ctx;
  const target = create && services.schemas.all(actor.orgId).resources[create.entity];
  if (!target) return undefined;
  const body = bodyOf(automation, mine, target, ctx.now());
  const who = { runId: TEST, causedBy: null, as: create.as };
  const person = create.as && (await responsibleFor(services, actor.orgId, about, who, mayCreate(services, target)));
  const problem =
    create.as && !person
      ? `没有这个人，或者其没有新增${target.title}的权限`
      : await problemOf(person ?? ctx, target, body);
  const words = (name: string) => {
    const from = create.values[name];
    const isId = from && 'field' in from && from.field === mine.schema['x-resource'].id;
    if (isId) return String(mine.row[mine.schema['x-resource'].label] ?? '');
    if (from && 'field' in from) return wordsIn(mine, from.field);
    return wordsIn({ schema: target, row: body }, name);
  };
  return {
    title: target.title,
    values: Object.keys(body).map((name) => ({ title: target.properties[name]?.title ?? name, value: words(name) })),
    ...(problem !== undefined && { problem }),
  };
}

/** What the tester, who would answer for the automation, may not do or what is missing for its transition, in words. */
function movingOf(
  { actor, services }: OrgContext,
  { schema, row }: SeenRow,
  values: RunRow['values'],
  { move }: Automation,
): Answer['moves'] {
  const { states } = schema['x-resource'];
  const transition = states?.transitions.find(({ key }) => key === move);
  if (!states || !transition) return undefined;
  const { label, from, require = [] } = transition;
  const missing = require
    .filter((name) => row[name] === undefined)
    .map((name) => schema.properties[name]?.title ?? name);
  const problem = !mayMove(services, schema, transition)(actor)
    ? `您不能${label}，发布以后由您负责的自动化也不能`
    : !from.includes(stateOf(states, values))
      ? `现在的状态不能${label}`
      : missing.length > 0
        ? `没有填写${missing.join('、')}`
        : undefined;
  return { label, ...(problem !== undefined && { problem }) };
}

/** When a run is due for a row, where the automation depends on a time. */
async function dueOf(ctx: OrgContext, about: RunRow, { when }: Automation): Promise<string | undefined> {
  const { schema, rowId, values } = about;
  if (when.on === 'date') {
    const date = values[when.field];
    return typeof date === 'string' ? isoTime(dueAt(schema, when, date)) : undefined;
  }
  if (when.on !== 'stay') return undefined;
  const [[found]] = await ctx.read([store.stateSince(ctx.actor.orgId, schema.$id, rowId, String(when.state))]);
  return found && isoTime(stayDueAt(when, found.since));
}

/**
 * What an automation of a draft would do with a row. Nothing is sent, stored or logged.
 *
 * @throws AppError PSY_INVALID_INPUT for a draft with findings; PSY_NOT_FOUND for a row that the caller does not see
 */
export async function tryRun(ctx: OrgContext, entity: string, body: BodyOf<typeof automationTest>): Promise<Answer> {
  const automation = draftOf(ctx, entity, body);
  const { orgId } = ctx.actor;
  const { schema } = ctx.services.schemas.entity(orgId, entity);
  const mine = await rowAs(ctx, schema, body.id);
  const [[raw]] = await ctx.read([store.rawRow(orgId, entity, body.id)]);
  if (!mine || !raw) throw new AppError('PSY_NOT_FOUND');
  const values = isObject(raw.ext) ? raw.ext : {};
  const { when } = automation;
  const due = await dueOf(ctx, { schema, rowId: body.id, values }, automation);
  const moves = movingOf(ctx, mine, values, automation);
  const creates = await creationOf(ctx, { schema, rowId: body.id, values }, mine, automation);
  return {
    applies: isInState(automation, schema, values) && ((when.on !== 'date' && when.on !== 'stay') || due !== undefined),
    ...(due !== undefined && { due }),
    ...(await peopleOf(ctx, { schema, rowId: body.id, values }, mine, automation)),
    ...(creates && { creates }),
    ...(moves && { moves }),
    webhook: automation.webhook === true,
  };
}
