import type { OrgContext } from '../../../platform/context/server/context.ts';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import type { namedStudent } from '../contract.ts';
import { candidatesIn } from './anonymise/candidates.ts';
import { isOrdinary } from './anonymise/ordinary-words.ts';
import { readConversation } from './conversations.ts';
import { studentsNamed } from './queries/names.ts';

/**
 * The only current student whom the caller's questions name by the whole name, for the report of a danger. Only for
 * callers who may open the list of students: to others it would tell who is at the school.
 *
 * @throws AppError PSY_NOT_FOUND
 */
export async function findNamedStudent(ctx: OrgContext, id: string): Promise<DataOf<typeof namedStudent>> {
  const { messages } = await readConversation(ctx, id);
  const { access } = ctx.services;
  if (!access.decide(ctx.actor, 'org-manage/student', 'open')) return {};
  const asked = messages.filter(({ by }) => by === 'person').map(({ text }) => text);
  // 高兴 is a word more often than a student.
  const names = candidatesIn(asked.join('\n')).han.filter((name) => !isOrdinary(name));
  const [found] = await ctx.read([studentsNamed(ctx.actor.orgId, access.scope(ctx.actor, 'student'), names)]);
  const [student, another] = found;
  return student !== undefined && another === undefined ? { student } : {};
}
