import type { OrgContext } from '../../../../platform/context/server/context.ts';
import { syllablesOf } from '../../../../platform/runtime/server/pinyin.ts';
import { namesIn, staffNames, type FoundName } from '../queries/names.ts';
import { candidatesIn, type Candidates } from './candidates.ts';
import type { Placeholders } from './placeholders.ts';
import { replaceWords } from './replace-words.ts';
import { DOUBLE_SURNAMES } from './surnames.ts';

/** Members of staff whose names a text spells in letters. */
async function spelledStaff(ctx: OrgContext, { letters }: Candidates): Promise<FoundName[]> {
  if (letters.size === 0) return [];
  const [staff] = await ctx.read([staffNames(ctx.actor.orgId)]);
  return staff
    .map(({ teacher_name: name }): FoundName => ({ kind: 'staff', name, pinyin: syllablesOf(name).join('') }))
    .filter(({ pinyin }) => letters.has(pinyin));
}

/**
 * Replaces in each text what identifies somebody: names, numbers and logins of the organisation, and whatever has the
 * shape of a number, an address or a birthday. Names of other organisations are never read.
 */
export async function anonymise(
  ctx: OrgContext,
  texts: readonly string[],
  placeholders: Placeholders,
): Promise<string[]> {
  const candidates = candidatesIn(texts.join('\n'));
  const wanted = { ...candidates, letters: [...candidates.letters.keys()], words: [...candidates.words.keys()] };
  const [found] = await ctx.read([namesIn(ctx.actor.orgId, wanted, DOUBLE_SURNAMES)]);
  const names = [...found, ...(await spelledStaff(ctx, candidates))];
  const year = new Date(ctx.now()).getUTCFullYear();
  return texts.map((text) => replaceWords(text, placeholders, { candidates: candidatesIn(text), names, year }));
}
