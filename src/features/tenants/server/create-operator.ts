import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { PLATFORM_ORG } from '../../../platform/context/server/platform-org.ts';
import { orgById } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { newId } from '../../../platform/db/server/ids.ts';
import { insertRows } from '../../../platform/db/server/insert-rows.ts';
import { IDENTITY, PLATFORM_TYPE } from '../../../platform/identity/identity.ts';
import { insertAccount, takenLogins } from '../../../platform/identity/server/queries/accounts.ts';
import { insertMembership } from '../../../platform/identity/server/queries/memberships.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { nowIso } from '../../../platform/runtime/server/clock.ts';
import { operatorAuditor, type Operator } from './platform-log.ts';

const FORMAL = 2;
const TENANT = { orgId: PLATFORM_ORG, userId: null };

/** The provider as an organisation: without an end of its service. */
const PROVIDER = {
  org_id: PLATFORM_ORG,
  org_name: '平台',
  org_type: PLATFORM_TYPE,
  service_type: FORMAL,
  product_status: 0,
};

/**
 * Creates an account that operates the platform and nothing else, in one transaction with its entry in the platform's
 * chain.
 *
 * @param passwordHash Of an initial password, which the holder must replace
 * @returns false where the login name is taken
 */
export async function createOperator(
  { db, clock, ledger }: Pick<Services, 'db' | 'clock' | 'ledger'>,
  by: Operator,
  { name, login, passwordHash }: { name: string; login: string; passwordHash: string },
): Promise<boolean> {
  const at = nowIso(clock);
  const userId = newId(clock);
  return db.transaction(TENANT, async (tx) => {
    if ((await tx.run(takenLogins([accountKey(login)]))).length > 0) return false;
    const [present] = await tx.run(orgById(PLATFORM_ORG));
    if (!present) {
      await tx.batch([
        insertRows({ table: 'orgs' }, [PROVIDER]),
        insertRows({ table: 'org_settings' }, [{ org_id: PLATFORM_ORG }]),
      ]);
    }
    await tx.run(
      insertAccount({
        user_id: userId,
        login_name: login,
        login_key: accountKey(login),
        password_hash: passwordHash,
        password_initial: true,
        real_name: name,
        sex: null,
        avatar: null,
        mobile: null,
        created_at: at,
        updated_at: at,
      }),
    );
    await tx.run(
      insertMembership({ org_id: PLATFORM_ORG, user_id: userId, identity: IDENTITY.operator, role_id: null }),
    );
    await audit(tx, operatorAuditor({ clock, ledger }, by, PLATFORM_ORG), {
      act: 'create',
      resource: 'operator',
      rowId: userId,
      rowLabel: name,
      after: { login_name: login },
    });
    return true;
  });
}
