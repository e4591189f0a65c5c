import { call } from '../../http/web/call.ts';
import { sessionStore } from '../../http/web/portal.ts';
import {
  ORDINARY_TEACHER,
  chooseRole,
  confirmRole,
  type RoleSelection,
  type OrgOption,
  type RoleOption,
  type RequestedRole,
} from '../../identity/choose-role.ts';
import { userInfo, type UserInfo } from '../../identity/contract.ts';
import { labelOf } from '../../schema/labels.ts';
import { createStore, useStore } from '../../state/web/store.ts';

/** Who works here, and as whom. */
export interface CurrentUser {
  user: UserInfo;
  identity: number;
  org: OrgOption;
  role: RoleOption | null;
}

export type UserState =
  /** `left`: the person signed out, and is not led back to where they were. `notice`: why they have to sign in again. */
  | { status: 'none'; left?: boolean; notice?: string }
  | { status: 'choosing'; user: UserInfo; choosing: Exclude<RoleSelection, { step: 'chosen' | 'rejected' }> }
  | { status: 'rejected'; reason: Extract<RoleSelection, { step: 'rejected' }>['reason'] }
  | { status: 'chosen'; current: CurrentUser };

export const userState = createStore<UserState>({ status: 'none' });

const ordinaryTeacher = labelOf('role', ORDINARY_TEACHER);

/** Takes over where the choice stands. A rejection clears the session: nothing can be done with it (`spec §8`). */
function settle(user: UserInfo, choosing: RoleSelection): UserState {
  if (choosing.step === 'rejected') {
    sessionStore.clear();
    userState.set({ status: 'rejected', reason: choosing.reason });
  } else if (choosing.step === 'chosen') {
    const { identity, org, role } = choosing;
    sessionStore.choose({ identity, org_id: org.org_id, org_type: org.org_type, role_id: role?.role_id ?? null });
    userState.set({ status: 'chosen', current: { user, identity, org, role } });
  } else {
    userState.set({ status: 'choosing', user, choosing });
  }
  return userState.get();
}

let loading: Promise<UserState> | undefined;

/**
 * Fetches user info and chooses by what is stored (`spec §2`, guard rule 6). One request, however many ask. @throws
 * ApiError
 */
export function loadCurrentUser(): Promise<UserState> {
  loading ??= call(userInfo)
    .then((user) => settle(user, chooseRole(user, sessionStore.storedChoice() ?? {}, ordinaryTeacher)))
    .finally(() => {
      loading = undefined;
    });
  return loading;
}

/** The next step of the choice. */
export function choose(user: UserInfo, wish: RequestedRole): UserState {
  const { identity, org_id, role_id } = wish;
  return settle(
    user,
    identity !== undefined && org_id !== undefined && role_id !== undefined
      ? confirmRole(user, { identity, org_id, role_id }, ordinaryTeacher)
      : chooseRole(user, wish, ordinaryTeacher),
  );
}

/** The choice from its beginning, or from the organisations on. */
export function chooseAgain(user: UserInfo, wish: RequestedRole = {}): void {
  sessionStore.forgetChoice();
  settle(user, chooseRole(user, wish, ordinaryTeacher));
}

export function useCurrentUser(): CurrentUser {
  const state = useStore(userState);
  if (state.status !== 'chosen') throw new Error('nobody is signed in here');
  return state.current;
}
