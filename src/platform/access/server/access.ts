import type { Actor } from '../../context/server/context.ts';
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

/** Who may do what: policies over proved actors. */
export interface Access extends Policies {
  /**
   * The actor that a person claims to be, proved against their memberships.
   *
   * @throws AppError AC_ORG_ROLE_FORBIDDEN where they hold no such role in an organisation of that type, nor are in it
   *   by a visit; students and parents claim their school and no role, and then may use what asks for none
   */
  resolveActor(userId: string, claim: OrgClaim): Promise<Actor>;
  /**
   * To be called after a person's account, memberships or roles changed: every process asks the database again, for
   * sessions too.
   */
  invalidateUser(userId: string): Promise<void>;
  /** To be called after an organisation's facts, features or memberships changed. */
  invalidateOrg(orgId: string): Promise<void>;
}

export interface AccessOptions {
  db: Database;
  state: SharedState;
  clock: Clock;
  /** The folder `policies/`. */
  policiesDir: string;
  /** Every call that will be mounted. */
  endpoints: readonly EndpointSpec[];
  /** Tables of `policies/` that features bring. */
  tables: readonly PolicyTable<unknown>[];
}

/**
 * Loads `policies/` and answers from it.
 *
 * @throws PolicyError with file, line, reason and fix
 */
export async function createAccess({
  db,
  state,
  clock,
  policiesDir,
  endpoints,
  tables,
}: AccessOptions): Promise<Access> {
  const policies = await loadPolicies({ dir: policiesDir, endpoints, tables });
  return { ...policies, ...createActors({ db, state, clock, policy: policies }) };
}
