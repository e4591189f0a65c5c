import type { Actor, ServiceGrant, SessionBounds, SessionLimit } from '../../context/server/context.ts';
import type { EndpointSpec } from '../../contract/endpoint.ts';
import type { Database } from '../../db/server/database.ts';
import type { Clock } from '../../runtime/server/clock.ts';
import type { SharedState } from '../../state/server/shared-state.ts';
import { createActors, type OrgClaim } from './actors.ts';
import { loadPolicies, type Policies } from './policies.ts';
import type { PolicyTable } from './policy-file.ts';

declare module '../../context/server/services.ts' {
  interface Services {
    access: Access;
  }
}

/** Access decisions: policies, and actors checked against memberships. */
export interface Access extends Policies {
  /**
   * Resolves the actor that a client claims, checked against the person's memberships.
   *
   * @param session Whose `onlyOrg` is the only organisation whose memberships count, with the visits from it, and whose
   *   `claimedRoles` are the only roles from claims that count; absent for work without a session
   * @throws AppError AC_ORG_ROLE_FORBIDDEN where the person has no such role in an organisation of that type and no
   *   visit to it. Students and parents claim a school without a role, and then may use calls that require none
   */
  resolveActor(userId: string, claim: OrgClaim, session?: SessionBounds): Promise<Actor>;
  /**
   * The actor of a limited session: its student, without a role, at its school.
   *
   * @throws AppError AC_ORG_ROLE_FORBIDDEN where the client claims anything else
   */
  resolveLimited(userId: string, limit: SessionLimit, claim: OrgClaim): Promise<Actor>;
  /**
   * The actor of a service account: its organisation, the role of the person who answers for it, and of what it was
   * given only what this person may do now.
   *
   * @throws AppError AC_ORG_ROLE_FORBIDDEN where the client claims another organisation, or a role;
   *   PSY_SERVICE_ACCOUNT_ENDED where the account is over, or nobody answers for it any more
   */
  resolveService(userId: string, grant: ServiceGrant, claim: OrgClaim): Promise<Actor>;
  /**
   * What is left of the rights of a service account: those that the person who answers for it has now. Undefined where
   * this person has lost the role, or the access to the organisation.
   */
  standingOf(grant: Pick<ServiceGrant, 'orgId' | 'responsible' | 'roleId' | 'rights'>): Promise<string[] | undefined>;
  /** Whether an account is enabled, as the database has it now. */
  isEnabled(userId: string): Promise<boolean>;
  /**
   * Call this after the account, memberships or roles of a person changed: every process reloads them from the
   * database, also for sessions.
   */
  invalidateUser(userId: string): Promise<void>;
  /** Call this after the facts, features or memberships of an organisation changed. */
  invalidateOrg(orgId: string): Promise<void>;
  /**
   * Reads `policies/` again and checks every row; nothing changes yet.
   *
   * @returns What puts them in force, at once for every request that follows
   * @throws PolicyError with file, line, reason and fix
   */
  reread(): Promise<() => void>;
}

export interface AccessOptions {
  db: Database;
  state: SharedState;
  clock: Clock;
  /** The folder `policies/`. */
  policiesDir: string;
  /** A folder whose files take the place of those in `policies/`. */
  ownPoliciesDir?: string;
  /** Every endpoint that will be mounted. */
  endpoints: readonly EndpointSpec[];
  /** Tables of `policies/` that features define. */
  tables: readonly PolicyTable<unknown>[];
}

/**
 * Loads `policies/` and answers from memory.
 *
 * @throws PolicyError with file, line, reason and fix
 */
export async function createAccess({
  db,
  state,
  clock,
  policiesDir,
  ownPoliciesDir,
  endpoints,
  tables,
}: AccessOptions): Promise<Access> {
  const load = () =>
    loadPolicies({
      dir: policiesDir,
      endpoints,
      tables,
      ...(ownPoliciesDir !== undefined && { own: ownPoliciesDir }),
    });
  let now = await load();
  const policies: Policies = {
    decide: (...asked) => now.decide(...asked),
    abilities: (...asked) => now.abilities(...asked),
    explain: (...asked) => now.explain(...asked),
    scope: (...asked) => now.scope(...asked),
    mayReveal: (...asked) => now.mayReveal(...asked),
    mayAsk: (...asked) => now.mayAsk(...asked),
    protectable: (...asked) => now.protectable(...asked),
    roleFlags: (...asked) => now.roleFlags(...asked),
    groupOf: (...asked) => now.groupOf(...asked),
    security: (...asked) => now.security(...asked),
    get grants() {
      return now.grants;
    },
    table: (table) => now.table(table),
    serves: (...asked) => now.serves(...asked),
  };
  const { forgetAll, ...actors } = createActors({ db, state, clock, policy: policies });
  return Object.assign(policies, actors, {
    async reread() {
      const next = await load();
      return () => {
        now = next;
        forgetAll();
      };
    },
  });
}
