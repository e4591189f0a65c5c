import { audit } from '../../../platform/audit/server/queries/audit-logs.ts';
import { featuresOf, lockOrg } from '../../../platform/context/server/queries/orgs.ts';
import type { Services } from '../../../platform/context/server/services.ts';
import { AppError } from '../../../platform/errors/app-error.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { ORG_TOPIC } from '../../../platform/identity/server/revocation.ts';
import { operatorAuditor, withPlatformEntry, type Operator } from './platform-log.ts';
import { deleteFeatures, insertFeatures, organisationOf, setParent } from './queries/organisations.ts';
import { requireNoTask } from './tasks/require-no-task.ts';

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'state'>;

/** What an operator changes of an organisation; absent parts stay. The term is renewed by `renewService`. */
export interface OrganisationChange {
  /** The software features that are open from now on. */
  features?: readonly string[];
  /** The institution above a school; null: none. */
  parent?: string | null;
}

const tenantOf = (orgId: string) => ({ orgId, userId: null });

/** @throws AppError PSY_PARENT_INVALID */
async function requireParent({ db }: Pick<Services, 'db'>, orgType: number, parent: string | null): Promise<void> {
  if (parent === null) return;
  const [[above]] = await db.read(tenantOf(parent), [organisationOf(parent)]);
  if (orgType !== ORG_TYPE.school || above?.org_type !== ORG_TYPE.institution) throw new AppError('PSY_PARENT_INVALID');
}

/**
 * Changes the software features of an organisation or the institution above it, with an entry in both logs.
 *
 * @throws AppError PSY_TENANT_TASK while it is exported or erased
 */
export async function changeOrganisation(
  parts: Parts,
  by: Operator,
  orgId: string,
  { features, parent }: OrganisationChange,
): Promise<void> {
  const { db, state } = parts;
  const [[org], opened] = await db.read(tenantOf(orgId), [organisationOf(orgId), featuresOf(orgId)]);
  if (!org) throw new AppError('PSY_NOT_FOUND');
  await requireNoTask(parts, orgId);
  if (parent !== undefined) await requireParent(parts, org.org_type, parent);
  const entry = {
    act: 'update',
    resource: 'organisation',
    rowId: orgId,
    rowLabel: org.org_name,
    before: {
      ...(features && { features: opened.map(({ feature }) => feature) }),
      ...(parent !== undefined && { parent_org: org.parent_org_id }),
    },
    after: { ...(features && { features: [...features] }), ...(parent !== undefined && { parent_org: parent }) },
  };
  await withPlatformEntry(parts, by, entry, () =>
    db.transaction(tenantOf(orgId), async (tx) => {
      await tx.run(lockOrg(orgId));
      if (features) await tx.run(deleteFeatures(orgId));
      if (features && features.length > 0) await tx.run(insertFeatures(orgId, features));
      if (parent !== undefined) await tx.run(setParent(orgId, parent));
      await audit(tx, operatorAuditor(parts, by, orgId), entry);
    }),
  );
  for (const changed of [orgId, parent ?? orgId, org.parent_org_id ?? orgId]) await state.publish(ORG_TOPIC, changed);
}
