import type { OrgContext } from '../../../platform/context/server/context.ts';
import { AppError } from '../../../platform/errors/app-error.ts';

const DAY_MS = 86_400_000;
/** China Standard Time, whose days the limits follow. */
const OFFSET_MS = 8 * 3_600_000;
/** Answers of one person at a time. */
const PERSON_AT_ONCE = 2;
/** A claim outlives its answer when the process dies. */
const SPARE_MS = 30_000;

const dayOf = (now: number): number => Math.floor((now + OFFSET_MS) / DAY_MS);
const untilMidnight = (now: number): number => DAY_MS - ((now + OFFSET_MS) % DAY_MS);

const personKey = ({ actor: { orgId }, caller: { userId }, now }: OrgContext) =>
  `ai:day:${orgId}:${userId}:${dayOf(now())}`;

/** Questions that the caller may still ask today. */
export async function questionsLeft(ctx: OrgContext): Promise<number> {
  const { state, assistant } = ctx.services;
  const asked = Number((await state.get(personKey(ctx))) ?? 0);
  return Math.max(0, assistant.perPersonDay - asked);
}

/** @throws AppError AC_TOO_MANY_REQUESTS */
async function countQuestion(ctx: OrgContext): Promise<void> {
  const { state, assistant, log } = ctx.services;
  const { orgId } = ctx.actor;
  const retryInMs = untilMidnight(ctx.now());
  if ((await state.count(personKey(ctx), DAY_MS)) > assistant.perPersonDay)
    throw new AppError('AC_TOO_MANY_REQUESTS', {
      message: `今天的提问次数已用完（每人每天 ${assistant.perPersonDay} 次），请明天再问`,
      retryInMs,
    });
  const asked = await state.count(`ai:day:${orgId}:${dayOf(ctx.now())}`, DAY_MS);
  if (asked === assistant.perOrgDay + 1)
    log.warn({ org_id: orgId, questions: assistant.perOrgDay }, 'the daily questions of an organisation are used up');
  if (asked > assistant.perOrgDay)
    throw new AppError('AC_TOO_MANY_REQUESTS', { message: '本单位今天的提问次数已用完，请明天再问', retryInMs });
}

/** Claims one of some places; undefined when all are taken. @returns the claimed key */
async function claimPlace({ services: { state, assistant } }: OrgContext, name: string, places: number) {
  for (let n = 0; n < places; n++) {
    const key = `ai:turn:${name}:${n}`;
    if (await state.claim(key, assistant.answerMs + SPARE_MS)) return key;
  }
  return undefined;
}

/**
 * Takes a turn for one answer: within the limits of a day and of answers at a time, and one for each conversation.
 *
 * @returns gives the turn back
 * @throws AppError AC_TOO_MANY_REQUESTS, PSY_CONFLICT
 */
export async function takeTurn(ctx: OrgContext, conversationId: string): Promise<() => Promise<void>> {
  const { state, assistant } = ctx.services;
  const { orgId } = ctx.actor;
  const claimed: string[] = [];
  const giveBack = async () => {
    await Promise.all(claimed.map((key) => state.forget(key)));
  };
  const claim = async (name: string, places: number, refusal: () => AppError) => {
    const key = await claimPlace(ctx, name, places);
    if (key === undefined) throw refusal();
    claimed.push(key);
  };
  const busy = (message: string) => () => new AppError('AC_TOO_MANY_REQUESTS', { message, retryInMs: 5000 });
  try {
    await claim(
      `${orgId}:${conversationId}`,
      1,
      () => new AppError('PSY_CONFLICT', { message: '这个对话正在回答，请等它结束，或先停止' }),
    );
    await claim(`${orgId}:${ctx.caller.userId}`, PERSON_AT_ONCE, busy('您有其他提问正在回答，请等它结束后再问'));
    await claim(orgId, assistant.orgAtOnce, busy('现在提问的人较多，请稍后再试'));
    await countQuestion(ctx);
  } catch (error) {
    await giveBack();
    throw error;
  }
  return giveBack;
}
