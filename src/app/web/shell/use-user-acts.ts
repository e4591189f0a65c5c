import { useNavigate } from 'react-router';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import { useSite } from '../../../platform/session/web/site.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { useSignOut } from '../../../platform/ui/web/use-sign-out.ts';
import type { DialogName } from './use-dialogs.tsx';
import { userActs, type UserAct } from './user-acts.ts';

/** The acts of the user menu, and what each does. */
export function useUserActs(
  page: PageEntry,
  open: (dialog: DialogName) => void,
): { acts: UserAct[]; run: (act: UserAct) => void } {
  const leave = useSignOut();
  const navigate = useNavigate();
  const mobile = useMobile();
  const current = useCurrentUser();
  const mayAuthorise = useMay('authorised-login', 'open');
  const { is_custom } = useSite();
  const { org } = usePortal();

  const run = (act: UserAct) => {
    if (act === 'account') void navigate('/account-seeting');
    if (act === 'helpCenter') void navigate('/help-center/index');
    if (act === 'applications') void navigate('/application-center');
    if (act === 'downloads') open('downloads');
    if (act === 'authorisedLogin') open('authorise');
    if (act === 'invitation') open('invitation');
    if (act === 'service') open('online-service');
    if (act === 'switchRole') open('role');
    if (act === 'switchOrg') open('org');
    if (act === 'signOut') leave();
  };
  return { acts: userActs({ current, org, mayAuthorise, isCustomSite: is_custom, page: page.key, mobile }), run };
}
