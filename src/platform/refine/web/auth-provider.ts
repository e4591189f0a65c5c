import type { AuthProvider } from '@refinedev/core';
import { userState } from '../../session/web/current-user.ts';
import { signOut } from '../../session/web/sign-out.ts';

/**
 * Refine's authentication provider. The login page signs in, the guard protects pages and `notifyFailure` handles
 * failures, so those methods do nothing here.
 */
export const authProvider: AuthProvider = {
  login: () => Promise.resolve({ success: false, redirectTo: '/login' }),
  async logout() {
    await signOut();
    return { success: true, redirectTo: '/login' };
  },
  check: () =>
    Promise.resolve(
      userState.get().status === 'chosen' ? { authenticated: true } : { authenticated: false, redirectTo: '/login' },
    ),
  onError: () => Promise.resolve({}),
  getIdentity() {
    const state = userState.get();
    if (state.status !== 'chosen') return Promise.resolve(null);
    const { user_id: id, real_name: name, avatar } = state.current.user;
    return Promise.resolve({ id, name, avatar });
  },
  getPermissions: () => Promise.resolve(null),
};
