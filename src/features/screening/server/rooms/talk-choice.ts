import { createHash } from 'node:crypto';
import type { OrgContext } from '../../../../platform/context/server/context.ts';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { invalid } from '../../../../platform/errors/invalid.ts';
import { activeStaff } from '../../../staff/server/public.ts';
import type { talkChoices } from '../../contract/seats.ts';
import { ANYONE, CHOICE_LENGTH, NO_TALK } from '../../rules/talk-choice.ts';
import { ownChild } from '../own/own-child.ts';
import { peopleInCharge } from '../own/people-in-charge.ts';
import { storeTalk } from '../own/talks.ts';
import { lockOwnSheet } from '../sheets/open-sheet.ts';

/** A name for a person with the length of all choices; ids have different lengths. */
const choiceOf = (userId: string): string =>
  createHash('sha256').update(userId).digest('base64url').slice(0, CHOICE_LENGTH);

const peopleFor = async (ctx: OrgContext, tx: Tx, childId: string) => {
  const { services, actor } = ctx;
  const { class_id } = await ownChild(ctx, tx, childId);
  return peopleInCharge(tx, services, actor.orgId, class_id);
};

/** Whom the student of a sheet may ask for. @throws AppError `notFoundInScope` */
export async function readChoices(ctx: OrgContext, tx: Tx, id: string): Promise<DataOf<typeof talkChoices>> {
  const { child_id } = await lockOwnSheet(ctx, tx, id);
  const people = await tx.run(activeStaff(ctx.actor.orgId, await peopleFor(ctx, tx, child_id)));
  return {
    people: people.map(({ user_id, teacher_name }) => ({ choice: choiceOf(user_id), real_name: teacher_name })),
  };
}

/**
 * Stores the request for a talk that a student chose at the end of a sheet; nothing where none is wanted.
 *
 * @throws AppError `notFoundInScope`; PSY_INVALID_INPUT; as `storeTalk`
 */
export async function chooseTalk(ctx: OrgContext, tx: Tx, id: string, choice: string): Promise<void> {
  const { child_id } = await lockOwnSheet(ctx, tx, id);
  if (choice === NO_TALK) return;
  const people = choice === ANYONE ? [] : await peopleFor(ctx, tx, child_id);
  const wanted_with = people.find((userId) => choiceOf(userId) === choice);
  if (choice !== ANYONE && wanted_with === undefined) throw invalid('/choice', '找不到这位老师，请重新选择');
  await storeTalk(ctx, tx, { child_id, child_exam_id: id, ...(wanted_with !== undefined && { wanted_with }) });
}
