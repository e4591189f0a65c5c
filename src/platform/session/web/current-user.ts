import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import {
  ORDINARY_TEACHER,
  chooseRole,
  confirmRole,
  type Rejection,
  type RoleSelection,
  type OrgOption,
  type RoleOption,
  type RequestedRole,
} from '../../identity/choose-role.ts';
import { signOut, userInfo, type UserInfo } from '../../identity/contract.ts';
import { IDENTITY } from '../../identity/identity.ts';
import { labelOf } from '../../schema/labels.ts';
import { createStore, useStore } from '../../state/web/store.ts';

/** The signed-in user with the selected identity, organisation and role. */
export interface CurrentUser {
  user: UserInfo;
  identity: number;
  org: OrgOption;
  role: RoleOption | null;
}

/** Whether the user is a student or guardian, who have no rights in the browser: the server decides on each call. */
export const isOwnSide = ({ identity }: CurrentUser): boolean =>
  identity === IDENTITY.student || identity === IDENTITY.parent;

/** Whether the user is an operator of the platform, who belongs to no organisation of the portal. */
export const isOperator = ({ identity }: CurrentUser): boolean => identity === IDENTITY.operator;

export type UserState =
  /** `left`: the user signed out; the next sign-in starts at the home page. `notice`: why a new sign-in is needed. */
  | { status: 'none'; left?: boolean; notice?: string }
  | { status: 'choosing'; user: UserInfo; choosing: Exclude<RoleSelection, { step: 'chosen' | 'rejected' }> }
  | { status: 'rejected'; reason: Rejection }
  /** The password is an initial one; `digest` of it where it was just typed. */
  | { status: 'changing'; user: UserInfo; digest?: string }
  | { status: 'chosen'; current: CurrentUser };

export const userState = createStore<UserState>({ status: 'none' });

const ordinaryTeacher = labelOf('role', ORDINARY_TEACHER);

/** In milliseconds. A server that does not answer keeps nobody waiting; the session then expires there. */
const REVOKE_TIMEOUT_MS = 5000;

/** Rejects the login (`spec §8`). Its session is of no use and ends at the server too. */
export async function rejectLogin(reason: Rejection): Promise<void> {
  const id = sessionStore.session()?.access_token;
  if (id !== undefined)
    await call(signOut, { params: { id } }, { quiet: true, noPrompt: true, timeout: REVOKE_TIMEOUT_MS }).catch(
      () => undefined,
    );
  // Meanwhile another tab may have signed in.
  if (sessionStore.session()?.access_token === id) sessionStore.clear();
  userState.set({ status: 'rejected', reason });
}

/** Stores the result of the role selection. */
function applySelection(user: UserInfo, selection: RoleSelection): Promise<void> | undefined {
  if (selection.step === 'rejected') return rejectLogin(selection.reason);
  if (user.must_change_password) {
    userState.set({ status: 'changing', user });
  } else if (selection.step === 'chosen') {
    const { identity, org, role } = selection;
    sessionStore.choose({ identity, org_id: org.org_id, org_type: org.org_type, role_id: role?.role_id ?? null });
    userState.set({ status: 'chosen', current: { user, identity, org, role } });
  } else {
    userState.set({ status: 'choosing', user, choosing: selection });
  }
  return undefined;
}

let loading: Promise<UserState> | undefined;

/**
 * Fetches user info and restores the stored selection (`spec §2`, guard rule 6). Concurrent calls share one request.
 *
 * @throws ApiError
 */
export function loadCurrentUser(): Promise<UserState> {
  loading ??= call(userInfo)
    .then(async (user) => {
      await applySelection(user, chooseRole(user, sessionStore.storedChoice() ?? {}, ordinaryTeacher));
      return userState.get();
    })
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

/** Continues the role selection. */
export function choose(user: UserInfo, requested: RequestedRole): void {
  const { identity, org_id, role_id } = requested;
  void applySelection(
    user,
    identity !== undefined && org_id !== undefined && role_id !== undefined
      ? confirmRole(user, { identity, org_id, role_id }, ordinaryTeacher)
      : chooseRole(user, requested, ordinaryTeacher),
  );
}

/** The choice from its beginning, or from the organisations on. The stored choice stays until there is another one. */
export function chooseAgain(user: UserInfo, requested: RequestedRole = {}): void {
  void applySelection(user, chooseRole(user, requested, ordinaryTeacher));
}

export function useCurrentUser(): CurrentUser {
  const state = useStore(userState);
  if (state.status !== 'chosen') throw new Error('no user is signed in');
  return state.current;
}
