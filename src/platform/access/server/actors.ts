import { LRUCache } from 'lru-cache';
import type { Actor, ServiceGrant, SessionBounds, SessionLimit } from '../../context/server/context.ts';
import { featuresOf, orgById, settingsOf, termsOf } from '../../context/server/queries/orgs.ts';
import type { Answers, Database } from '../../db/server/database.ts';
import { AppError } from '../../errors/app-error.ts';
import { IDENTITY, SYSTEM_IDENTITY } from '../../identity/identity.ts';
import { credentialsOf } from '../../identity/server/queries/accounts.ts';
import { membershipsOf, type Membership } from '../../identity/server/queries/memberships.ts';
import { ORG_TOPIC, Revocations, deleteWhere, USER_TOPIC } from '../../identity/server/revocation.ts';
import { nowIso, type Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import { effectiveFeatures } from '../feature-expression.ts';
import type { Security } from '../security.ts';
import { MAKES_SYSTEMS, SYSTEM_RIGHTS } from '../system-rights.ts';
import { securitySettingsOf, settingsFrom } from './queries/security-settings.ts';
import { NO_ROLE } from './rights.ts';
import { staffRoles } from './staff-roles.ts';
import { findVisitor, type VisitPolicy, type Visitor } from './visitors.ts';

/** Organisation and role as a client claims them, named as in its headers. */
export interface OrgClaim {
  orgId: string;
  orgType: string;
  roleId: string;
}

/** The actors that a person may be in one organisation, by the text of the role id. */
type Roles = ReadonlyMap<string, Actor>;

const CACHED_MAX = 20_000;
/** Longest time for which a missed revocation has an effect. A received revocation takes effect immediately. */
const CACHED_MS = 60_000;

interface Cached {
  userId: string;
  orgId: string;
  roles: Roles;
  loadedAt: number;
}
interface CachedVisitor extends Visitor {
  userId: string;
  loadedAt: number;
}

type ActorFacts = Pick<Actor, 'userId' | 'orgId' | 'orgType' | 'eduLevel' | 'features' | 'service'>;

/** What an actor takes from its organisation, in one message. */
const factsOf = (orgId: string) =>
  [orgById(orgId), featuresOf(orgId), settingsOf(orgId), securitySettingsOf(orgId)] as const;

type Loaded = Answers<ReturnType<typeof factsOf>>;

/** @throws AppError PSY_ORG_SUSPENDED where the operator has suspended the organisation */
function actorFacts(
  userId: string,
  org: NonNullable<Loaded[0][number]>,
  features: Loaded[1],
  settings: Loaded[2][number] | undefined,
): ActorFacts {
  if (org.suspended_at !== null) throw new AppError('PSY_ORG_SUSPENDED');
  return {
    userId,
    orgId: org.org_id,
    orgType: org.org_type,
    eduLevel: org.edu_level,
    features: effectiveFeatures(
      features.map((f) => f.feature),
      settings?.consulting_offline_open ?? false,
    ),
    service: termsOf(org),
  };
}

/** The actors that a person may be, by the role id that a client claims; students and parents claim none. */
function rolesOf(memberships: readonly Membership[], org: ActorFacts, securityOf: (roleId: number) => Security): Roles {
  const roles = new Map(
    staffRoles(memberships).map((role): [string, Actor] => [
      String(role.roleId),
      { ...org, ...role, identity: IDENTITY.staff, security: securityOf(role.roleId) },
    ]),
  );
  const other = memberships.find((m) => m.identity !== IDENTITY.staff);
  if (other)
    roles.set('', { ...org, identity: other.identity, roleId: NO_ROLE, roleExtend: {}, security: securityOf(NO_ROLE) });
  return roles;
}

/**
 * Checks claims against memberships. Results are cached for one minute, and dropped in every process when a change of
 * the person or the organisation is announced.
 *
 * @param policy Decides which people of an institution may visit its schools (`visitors.ts`)
 */
export function createActors({
  db,
  state,
  clock,
  policy,
}: {
  db: Database;
  state: SharedState;
  clock: Clock;
  policy: VisitPolicy;
}) {
  const cache = new LRUCache<string, Cached>({ max: CACHED_MAX });
  const visitors = new LRUCache<string, CachedVisitor>({ max: CACHED_MAX });
  const revocations = new Revocations();
  revocations.listen(
    state,
    USER_TOPIC,
    (id) => deleteWhere(cache, (c) => c.userId === id),
    () => cache.clear(),
  );
  revocations.listen(
    state,
    ORG_TOPIC,
    (id) => deleteWhere(cache, (c) => c.orgId === id),
    () => cache.clear(),
  );

  revocations.listen(
    state,
    USER_TOPIC,
    (id) => deleteWhere(visitors, (v) => v.userId === id),
    () => visitors.clear(),
  );
  revocations.listen(
    state,
    ORG_TOPIC,
    (id) => deleteWhere(visitors, (v) => v.actor.orgId === id || v.institutionId === id),
    () => visitors.clear(),
  );

  /** A person without a role in a school may be there through a visit. */
  async function visiting(
    userId: string,
    { orgId, roleId }: OrgClaim,
    onlyOrg: string | undefined,
  ): Promise<Actor | undefined> {
    if (roleId === '') return undefined;
    const key = `${userId}\n${orgId}\n${roleId}`;
    const now = clock.now();
    const held = visitors.get(key);
    const isFrom = (visitor: Visitor) => onlyOrg === undefined || visitor.institutionId === onlyOrg;
    if (held && now - held.loadedAt < CACHED_MS && now < held.until) return isFrom(held) ? held.actor : undefined;
    const seen = revocations.count;
    const found = await findVisitor(db, policy, userId, orgId, roleId, now);
    if (found && revocations.count === seen) visitors.set(key, { ...found, userId, loadedAt: now });
    return found && isFrom(found) ? found.actor : undefined;
  }

  async function load(userId: string, orgId: string, key: string): Promise<Roles> {
    const seen = revocations.count;
    const [memberships, [org], features, [settings], [security]] = await db.read({ orgId, userId: null }, [
      membershipsOf(orgId, userId, nowIso(clock)),
      ...factsOf(orgId),
    ]);
    if (!org) return new Map();
    const roles = rolesOf(memberships, actorFacts(userId, org, features, settings), (roleId) =>
      policy.security(settingsFrom(security), { orgType: org.org_type, roleId }),
    );
    // Persons without a membership are not cached, so that strangers cannot evict members.
    if (roles.size > 0 && revocations.count === seen) cache.set(key, { userId, orgId, roles, loadedAt: clock.now() });
    return roles;
  }

  /** What every session has in common that belongs to no member of an organisation. */
  async function loadOrg(orgId: string, roleId: number, key: string): Promise<Roles> {
    const seen = revocations.count;
    const [[org], features, [settings], [security]] = await db.read({ orgId, userId: null }, factsOf(orgId));
    if (!org) return new Map();
    const actor = {
      ...actorFacts('', org, features, settings),
      identity: 0,
      roleId,
      roleExtend: {},
      security: policy.security(settingsFrom(security), { orgType: org.org_type, roleId }),
    };
    const roles = new Map([['', actor]]);
    if (revocations.count === seen) cache.set(key, { userId: '', orgId, roles, loadedAt: clock.now() });
    return roles;
  }

  /** @throws AppError AC_ORG_ROLE_FORBIDDEN where the client claims another organisation, or a role */
  async function orgActor(orgId: string, roleId: number, claim: OrgClaim): Promise<Actor> {
    const key = `no member\n${orgId}\n${roleId}`;
    const held = cache.get(key);
    const isFresh = held && clock.now() - held.loadedAt < CACHED_MS;
    const actor = (isFresh ? held.roles : await loadOrg(orgId, roleId, key)).get('');
    if (!actor || claim.orgId !== orgId || claim.orgType !== String(actor.orgType) || claim.roleId !== '')
      throw new AppError('AC_ORG_ROLE_FORBIDDEN');
    return actor;
  }

  /** The roles of a member; a visit is none. */
  async function memberRoles(userId: string, orgId: string): Promise<Roles> {
    const key = `${userId}\n${orgId}`;
    const held = cache.get(key);
    return held && clock.now() - held.loadedAt < CACHED_MS ? held.roles : load(userId, orgId, key);
  }

  async function standingOf({
    orgId,
    responsible,
    roleId,
    rights,
  }: Pick<ServiceGrant, 'orgId' | 'responsible' | 'roleId' | 'rights'>): Promise<string[] | undefined> {
    const person = (await memberRoles(responsible, orgId)).get(String(roleId));
    return (
      person &&
      rights.filter((right) => {
        const [area = '', act = ''] = right.split(' ');
        // A person never has what is of systems alone, but must still be one who may give it.
        return SYSTEM_RIGHTS.includes(right)
          ? policy.decide(person, ...MAKES_SYSTEMS)
          : policy.decide(person, area, act);
      })
    );
  }

  return {
    /** Drops what was decided by earlier policies. */
    forgetAll(): void {
      cache.clear();
      visitors.clear();
    },
    standingOf,
    async isEnabled(userId: string): Promise<boolean> {
      const [[account]] = await db.read({ orgId: null, userId }, [credentialsOf(userId)]);
      return account !== undefined;
    },
    async resolveService(userId: string, grant: ServiceGrant, claim: OrgClaim): Promise<Actor> {
      const actor = await orgActor(grant.orgId, grant.roleId, claim);
      const rights = await standingOf(grant);
      if (rights === undefined || Date.parse(grant.until) <= clock.now())
        throw new AppError('PSY_SERVICE_ACCOUNT_ENDED');
      return { ...actor, userId, identity: SYSTEM_IDENTITY, within: new Set(rights) };
    },
    async resolveLimited(userId: string, limit: SessionLimit, claim: OrgClaim): Promise<Actor> {
      const { orgId, childId, identity } = limit;
      return { ...(await orgActor(orgId, NO_ROLE, claim)), userId, childId, identity };
    },
    async resolveActor(userId: string, claim: OrgClaim, session?: SessionBounds): Promise<Actor> {
      const onlyOrg = session?.onlyOrg;
      if (claim.orgId === '') throw new AppError('AC_ORG_ROLE_FORBIDDEN');
      const roles = await memberRoles(userId, claim.orgId);
      // What an organisation vouches for proves staff of it and nothing else.
      const isOpen = onlyOrg === undefined || (claim.orgId === onlyOrg && claim.roleId !== '');
      const actor = (isOpen ? roles.get(claim.roleId) : undefined) ?? (await visiting(userId, claim, onlyOrg));
      const isStated = session === undefined || session.claimedRoles?.includes(actor?.roleId ?? NO_ROLE) === true;
      if (!actor || String(actor.orgType) !== claim.orgType || (actor.byClaim && !isStated))
        throw new AppError('AC_ORG_ROLE_FORBIDDEN');
      return actor;
    },
    invalidateUser: (userId: string) => state.publish(USER_TOPIC, userId),
    invalidateOrg: (orgId: string) => state.publish(ORG_TOPIC, orgId),
  };
}
