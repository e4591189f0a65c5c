import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { readGrants } from '../../../../platform/access/server/grants.ts';
import { audit } from '../../../../platform/audit/server/queries/audit-logs.ts';
import { newOrgRows } from '../../../../platform/context/server/new-org-rows.ts';
import { orgById } from '../../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import { NO_TENANT } from '../../../../platform/db/server/database.ts';
import { isUniqueViolation } from '../../../../platform/db/server/errors.ts';
import { newId } from '../../../../platform/db/server/ids.ts';
import { insertRows, type Columns } from '../../../../platform/db/server/insert-rows.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { newPassword } from '../../../../platform/identity/server/new-password.ts';
import { takenLogins } from '../../../../platform/identity/server/queries/accounts.ts';
import { accountKey } from '../../../../platform/identity/sign-in.ts';
import { nowIso } from '../../../../platform/runtime/server/clock.ts';
import { root } from '../../../../platform/runtime/server/root.ts';
import { codesOf, labelOf } from '../../../../platform/schema/labels.ts';
import type { Finding } from '../../../../platform/schema/problem.ts';
import { dayOf } from '../../../../platform/schema/wall-clock.ts';
import { passwordDigest } from '../../../../platform/signing/mac.ts';
import { schoolYear, schoolYearAt } from '../../../academic-years/public.ts';
import { structureRows } from '../../../organisation/server/public.ts';
import { siteByHostName } from '../../../sites/server/public.ts';
import { operatorAuditor, withPlatformEntry, type Operator } from '../platform-log.ts';
import { OrgFileError, type OrgPlan } from './org-file.ts';

export type CreateParts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'passwords'>;

export interface CreateOptions {
  by: Operator;
  policiesDir?: string;
  /** Gets the password before the commit; where it fails, nothing is stored. */
  handOver?: (password: string) => void;
}

/** `created` with the password of the administrator, or `present`: the same organisation exists, nothing was changed. */
export type CreateOutcome = { outcome: 'created'; roleName: string; password: string } | { outcome: 'present' };

const refuse = (pointer: string, reason: string, fix: string): never => {
  throw new OrgFileError([{ pointer, reason, fix } satisfies Finding]);
};

/** The role that such an organisation must always have a holder of (`policies/grants.csv`). */
async function firstRole(orgType: number, policiesDir: string): Promise<number> {
  const grants = readGrants(await readFile(path.join(policiesDir, 'grants.csv'), 'utf8'), codesOf('role'));
  const role = grants.rolesIn(orgType).find((one) => grants.mustRemain.includes(one));
  if (role === undefined)
    throw new Error(`policies/grants.csv: no role must remain in organisations of type ${orgType}`);
  return role;
}

/** Whether the organisation exists; one of another name or kind under its id is refused. */
async function isPresent({ db }: Pick<CreateParts, 'db'>, { org }: OrgPlan): Promise<boolean> {
  const [[same]] = await db.read({ orgId: org.org_id, userId: null }, [orgById(org.org_id)]);
  if (!same) return false;
  if (same.org_name !== org.org_name || same.org_type !== org.org_type)
    refuse('/org_id', `${org.org_id} 已是${same.org_name}的编号`, '换一个编号');
  return true;
}

async function requireParent({ db }: Pick<CreateParts, 'db'>, { org }: OrgPlan): Promise<void> {
  const { parent_org_id: parent, org_type } = org;
  if (parent === undefined) return;
  const [[found]] = await db.read({ orgId: parent, userId: null }, [orgById(parent)]);
  if (!found) refuse('/parent', `没有编号为 ${parent} 的单位`, '先创建上级机构，或去掉 parent');
  else if (found.org_type === org_type)
    refuse('/parent', `${found.org_name}是学校，不能作上级`, '写机构的编号，或去掉 parent');
}

interface Founding {
  userId: string;
  roleId: number;
  passwordHash: string;
  /** ISO time. */
  at: string;
  /** Milliseconds. */
  now: number;
  yearId: string;
}

/** All rows of the organisation, by table, each before those that refer to it. */
function rowsOf(
  { org, stages, site, administrator }: OrgPlan,
  { userId, roleId, passwordHash, at, now, yearId }: Founding,
): Readonly<Record<string, readonly Columns[]>> {
  const { org_id } = org;
  const { login_name, real_name, mobile } = administrator;
  const times = { created_at: at, updated_at: at };
  return {
    ...newOrgRows(org),
    sites: [{ org_id, ...site }],
    edu_structures: structureRows(org_id, stages),
    // Without a current year there are no classes.
    years: stages.length === 0 ? [] : [{ org_id, year_id: yearId, ...schoolYear(schoolYearAt(now)), is_current: true }],
    accounts: [
      {
        user_id: userId,
        login_name,
        login_key: accountKey(login_name),
        password_hash: passwordHash,
        password_initial: true,
        real_name,
        ...times,
      },
    ],
    memberships: [{ org_id, user_id: userId, identity: IDENTITY.staff, role_id: roleId, role_extend: {} }],
    teachers: [{ org_id, user_id: userId, teacher_name: real_name, mobile, owns_account: true, ext: {}, ...times }],
  };
}

/** Rows without values of their own take the default of the column, so rows of a table must agree. */
const insertAll = (rows: ReturnType<typeof rowsOf>) =>
  Object.entries(rows).flatMap(([table, all]) => (all.length === 0 ? [] : [insertRows({ table }, all)]));

async function requireFreeNames({ db }: Pick<CreateParts, 'db'>, plan: OrgPlan): Promise<void> {
  const { administrator, site } = plan;
  const [taken, hosts] = await db.read(NO_TENANT, [
    takenLogins([accountKey(administrator.login_name)]),
    siteByHostName(site.host ?? ''),
  ]);
  if (taken.length > 0)
    refuse('/administrator/login_name', `登录名 ${administrator.login_name} 已被使用`, '换一个登录名');
  if (hosts.length > 0) refuse('/site/host', `域名 ${site.host} 已被其他单位使用`, '换一个域名');
}

/**
 * Whether a plan may be carried out; nothing is stored.
 *
 * @param planned Institutions that will exist by then
 * @throws OrgFileError where the database does not allow it
 */
export async function checkPlan(
  parts: Pick<CreateParts, 'db'>,
  plan: OrgPlan,
  planned: ReadonlySet<string>,
): Promise<'new' | 'present'> {
  if (await isPresent(parts, plan)) return 'present';
  if (plan.org.parent_org_id === undefined || !planned.has(plan.org.parent_org_id)) await requireParent(parts, plan);
  await requireFreeNames(parts, plan);
  return 'new';
}

/** Someone else has stored the same since it was checked. */
function explainTaken(error: unknown, { org, site }: OrgPlan): never {
  if (isUniqueViolation(error, 'sites_host_key'))
    return refuse('/site/host', `域名 ${site.host} 已被其他单位使用`, '换一个域名');
  if (isUniqueViolation(error, 'orgs_pkey')) return refuse('/org_id', `${org.org_id} 刚刚被创建`, '再运行一次');
  if (isUniqueViolation(error, 'accounts_login_key_key'))
    return refuse('/administrator/login_name', '这个登录名刚刚被使用', '换一个登录名');
  throw error;
}

/**
 * Creates an organisation with its first administrator, in one transaction. The password is in the answer only, neither
 * stored nor logged.
 *
 * @throws OrgFileError where the database does not allow it
 */
export async function createOrg(
  parts: CreateParts,
  plan: OrgPlan,
  { by, policiesDir = path.join(root, 'policies'), handOver }: CreateOptions,
): Promise<CreateOutcome> {
  if (await isPresent(parts, plan)) return { outcome: 'present' };
  await requireParent(parts, plan);
  const { db, clock, passwords } = parts;
  const { org, administrator } = plan;
  await requireFreeNames(parts, plan);
  const roleId = await firstRole(org.org_type, policiesDir);
  const password = newPassword();
  const passwordHash = await passwords.hash(passwordDigest(password));
  const rows = rowsOf(plan, {
    userId: newId(clock),
    roleId,
    passwordHash,
    at: nowIso(clock),
    now: clock.now(),
    yearId: newId(clock),
  });
  const entry = {
    act: 'create',
    resource: 'organisation',
    rowId: org.org_id,
    rowLabel: org.org_name,
    after: {
      service_type_name: labelOf('service_type', org.service_type),
      service_until: dayOf(Date.parse(org.account_expire_at)),
      login_name: administrator.login_name,
    },
  };
  try {
    await withPlatformEntry(parts, by, entry, () =>
      db.transaction({ orgId: org.org_id, userId: null }, async (tx) => {
        await tx.batch(insertAll(rows));
        await audit(tx, operatorAuditor(parts, by, org.org_id), entry);
        handOver?.(password);
      }),
    );
  } catch (error) {
    explainTaken(error, plan);
  }
  return { outcome: 'created', roleName: labelOf('role', roleId), password };
}
