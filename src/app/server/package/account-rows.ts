import type { AdminRun } from '../../../platform/db/server/database.ts';
import { insertJsonRows, storedColumns } from '../../../platform/db/server/json-rows.ts';
import type { TenantAccounts } from '../../../platform/db/server/tenant-accounts.ts';
import { accountKey } from '../../../platform/identity/sign-in.ts';
import { StartError } from '../../../platform/runtime/server/start-error.ts';
import { ACCOUNTS } from './layout.ts';

const BATCH = 500;

/** Columns of an account that a package changes. */
interface AccountRow extends Record<string, unknown> {
  user_id: string;
  login_name: string;
  login_key: string;
  former_login_key: string | null;
  mobile: string | null;
}

/** An account of another organisation that rows refer to. Only its name is stored, and it cannot sign in. */
const asMentioned = (row: AccountRow): AccountRow => ({
  ...row,
  login_name: row.user_id,
  login_key: row.user_id,
  former_login_key: null,
  mobile: null,
  avatar: null,
  password_hash: '-',
  password_unset: true,
  enabled: false,
});

/** The accounts of an organisation as JSON, in batches. */
export async function* readAccounts(
  run: AdminRun,
  { members, mentioned }: TenantAccounts,
): AsyncGenerator<readonly string[]> {
  const isMember = new Set(members);
  const ids = [...members, ...mentioned];
  for (let from = 0; from < ids.length; from += BATCH) {
    const rows = await run('select row_to_json(a)::text as row from accounts a where user_id = any($1::text[])', [
      ids.slice(from, from + BATCH),
    ]);
    yield rows.map(({ row }) => {
      const account = JSON.parse(String(row)) as AccountRow;
      return JSON.stringify(isMember.has(account.user_id) ? { ...account, avatar: null } : asMentioned(account));
    });
  }
}

/** An account whose login name or mobile another account of this installation already has. */
export interface TakenAccount {
  login: string;
  /** The login name that it gets. */
  becomes: string;
  losesMobile: boolean;
}

const TAKEN = `
  select user_id, login_key, former_login_key, mobile from accounts
  where user_id = any($1::text[]) or login_key = any($2::text[]) or former_login_key = any($2::text[])
    or mobile = any($3::text[])`;

const texts = (values: readonly (string | null)[]): string[] => values.filter((value) => value !== null);

/** How accounts of a package meet those that are here. */
interface Met {
  /** Accounts with the same id, which are the same person's. */
  ids: ReadonlySet<string>;
  /** Login names and mobiles of the accounts that are here. */
  logins: ReadonlySet<unknown>;
  mobiles: ReadonlySet<unknown>;
}

async function meet(run: AdminRun, accounts: readonly AccountRow[]): Promise<Met> {
  const others = await run(TAKEN, [
    accounts.map(({ user_id }) => user_id),
    texts(accounts.flatMap(({ login_key, former_login_key }) => [login_key, former_login_key])),
    texts(accounts.map(({ mobile }) => mobile)),
  ]);
  return {
    ids: new Set(others.map((row) => String(row['user_id']))),
    logins: new Set(others.flatMap((row) => [row['login_key'], row['former_login_key']])),
    mobiles: new Set(others.map((row) => row['mobile'])),
  };
}

const isLoginTaken = ({ login_key }: AccountRow, { logins }: Met): boolean => logins.has(login_key);
const losesMobile = ({ mobile }: AccountRow, { mobiles }: Met): boolean => mobile !== null && mobiles.has(mobile);

const parsed = (batch: readonly string[]): AccountRow[] => batch.map((text) => JSON.parse(text) as AccountRow);

/** How many accounts of a package are here already, and how many have a login name or mobile of another person. */
export async function countTaken(
  run: AdminRun,
  batches: AsyncIterable<readonly string[]>,
): Promise<{ present: number; logins: number; mobiles: number }> {
  const counts = { present: 0, logins: 0, mobiles: 0 };
  for await (const batch of batches) {
    const accounts = parsed(batch);
    const met = await meet(run, accounts);
    const fresh = accounts.filter(({ user_id }) => !met.ids.has(user_id));
    counts.present += accounts.length - fresh.length;
    counts.logins += fresh.filter((account) => isLoginTaken(account, met)).length;
    counts.mobiles += fresh.filter((account) => losesMobile(account, met)).length;
  }
  return counts;
}

/**
 * Adds the accounts of a package. One with the id of an account that is here is the same person's, who came from the
 * same installation before: the one that is here stays. A login name or mobile that another person has is given up.
 *
 * @returns The accounts that give something up, the ids of those that are new, and how many were here
 * @throws StartError where a login name stays taken
 */
export async function addAccounts(
  run: AdminRun,
  orgId: string,
  batches: AsyncIterable<readonly string[]>,
): Promise<{ taken: TakenAccount[]; added: Set<string>; present: number }> {
  const columns = await storedColumns(run, ACCOUNTS);
  const taken: TakenAccount[] = [];
  const ids = new Set<string>();
  let present = 0;
  for await (const batch of batches) {
    const accounts = parsed(batch);
    const met = await meet(run, accounts);
    const fresh = accounts.filter(({ user_id }) => !met.ids.has(user_id));
    present += accounts.length - fresh.length;
    const added = fresh.map((account) => {
      const [renames, clears] = [isLoginTaken(account, met), losesMobile(account, met)];
      const login = renames ? `${account.login_name}_${orgId}` : account.login_name;
      if (renames || clears) taken.push({ login: account.login_name, becomes: login, losesMobile: clears });
      ids.add(account.user_id);
      return {
        ...account,
        login_name: login,
        login_key: renames ? accountKey(login) : account.login_key,
        former_login_key: met.logins.has(account.former_login_key) ? null : account.former_login_key,
        mobile: clears ? null : account.mobile,
      };
    });
    const again = await run('select login_name from accounts where login_key = any($1::text[])', [
      added.map(({ login_key }) => login_key),
    ]);
    if (again.length > 0) throw new StartError(`登录名 ${String(again[0]?.['login_name'])} 也已被使用，没有导入`);
    await insertJsonRows(
      run,
      { into: ACCOUNTS, like: ACCOUNTS, columns },
      added.map((account) => JSON.stringify(account)),
    );
  }
  return { taken, added: ids, present };
}
