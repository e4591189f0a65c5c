import { rightsOfRoles } from '../../../../platform/access/server/rights-of-roles.ts';
import { OPEN } from '../../../../platform/access/server/rights.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import type { Tx } from '../../../../platform/db/server/database.ts';
import { fallbackRecipients, findRecipients, rulesNow } from '../../../crisis/server/public.ts';

type Parts = Pick<Services, 'clock'> & {
  access: Pick<Services['access'], 'scope' | 'table' | 'grants' | 'decide' | 'security'>;
};

/**
 * Who looks after requests for a talk about a student: the roles of the first step of the escalation that may read them
 * and reach the class, else the administrators.
 */
export async function peopleInCharge(tx: Tx, parts: Parts, orgId: string, classId: string | null): Promise<string[]> {
  const may = await rightsOfRoles((statements) => tx.batch(statements), parts.access, orgId);
  const { steps, hours } = await rulesNow(tx, parts.access, orgId);
  for (const step of steps) {
    const roles = step.roles.filter((role) => may(role, 'screening/talk', OPEN));
    if (roles.length === 0) continue;
    const people = await findRecipients(tx, parts, orgId, { ...step, roles, user_ids: [], stand_in_ids: [] }, hours, {
      classId,
      reporterId: null,
    });
    if (people.length > 0) return people.map(({ userId }) => userId);
  }
  return (await fallbackRecipients(tx, parts, orgId)).map(({ userId }) => userId);
}
