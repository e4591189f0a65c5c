import type { OrgContext } from '../../../platform/context/server/context.ts';
import { PARTS, type Part, type Received } from '../contract.ts';
import { requireWhole } from './build-roster.ts';
import { readProposals } from './decide-proposals.ts';
import { mostlyAbsent, proposalsFor, storeProposals } from './propose.ts';
import { beginPart, readUpload } from './receive-roster.ts';
import { readSchool } from './school-state.ts';

/**
 * Reads a roster: its parts become imports with preview, and what it lacks becomes proposals.
 *
 * @param part Only this part begins
 * @throws AppError PSY_INVALID_INPUT naming file, row and column of what is wrong; PSY_CONFLICT without a current year
 */
export async function receive(
  ctx: OrgContext,
  bytes: Uint8Array,
  fileName: string,
  part: Part | undefined,
): Promise<Received> {
  requireWhole(ctx);
  const school = await readSchool(ctx);
  const given = await readUpload(ctx, bytes, school);
  const proposed = proposalsFor(given, school, ctx.caller.userId);
  await ctx.transaction((tx) => storeProposals(ctx, tx, proposed, fileName));
  const parts: Received['parts'] = [];
  for (const one of part === undefined ? PARTS : [part]) parts.push(await beginPart(ctx, one, given, school, fileName));
  const { total: proposals } = await readProposals(ctx, { size: 1 });
  const absent = mostlyAbsent(proposed, school, ctx.caller.userId);
  return { school: given.school, absent, parts, left_out: given.leftOut, proposals };
}
