import type { RequestContext } from '../../../platform/context/server/context.ts';
import type { RowOf } from '../../../platform/db/server/database.ts';
import { accountByMobile } from '../../../platform/identity/server/queries/accounts.ts';
import { preparedGuardians, preparedStaff } from './queries.ts';

type Guardian = NonNullable<RowOf<ReturnType<typeof preparedGuardians>>>;
type Staff = NonNullable<RowOf<ReturnType<typeof preparedStaff>>>;

/** What organisations have prepared for a number. */
export interface Prepared {
  /** Some account has the number already. */
  hasAccount: boolean;
  staff: Staff | undefined;
  guardians: readonly Guardian[];
}

export async function preparedFor(ctx: RequestContext, mobile: string): Promise<Prepared> {
  const [[account], [staff], guardians] = await ctx.services.db.read({ orgId: null, userId: null }, [
    accountByMobile(mobile),
    preparedStaff(mobile, ctx.nowIso()),
    preparedGuardians(mobile),
  ]);
  return { hasAccount: account !== undefined, staff, guardians };
}

/** The organisation that pays for the message, where there is one. */
export const payerOf = ({ staff, guardians }: Prepared): { orgId?: string } => {
  const orgId = staff?.org ?? guardians[0]?.org;
  return orgId === undefined ? {} : { orgId };
};

export const isAny = ({ staff, guardians }: Prepared): boolean => staff !== undefined || guardians.length > 0;
