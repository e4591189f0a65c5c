import { Suspense, useCallback, useState, type ReactNode } from 'react';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';

/** Dialogs of the layout; each is loaded when it is first opened. */
export type DialogName = 'service' | 'role' | 'org' | 'authorise' | 'invitation' | 'downloads' | 'online-service';

const ServiceDialog = lazyPage(
  async () => (await import('../../../features/subscription/web/ServiceDialog.tsx')).ServiceDialog,
);
const ChangeRoleDialog = lazyPage(async () => (await import('./ChangeRoleDialog.tsx')).ChangeRoleDialog);

const AuthorisedLoginDialog = lazyPage(
  async () => (await import('../../../features/staff/web/AuthorisedLoginDialog.tsx')).AuthorisedLoginDialog,
);
const InvitationDialog = lazyPage(
  async () => (await import('../../../features/invitations/web/InvitationDialog.tsx')).InvitationDialog,
);
const DownloadsDialog = lazyPage(
  async () => (await import('../../../features/exports/web/DownloadsDialog.tsx')).DownloadsDialog,
);

const OnlineServiceDialog = lazyPage(
  async () => (await import('../../../features/online-service/web/OnlineServiceDialog.tsx')).OnlineServiceDialog,
);

export function useDialogs(): { open: (name: DialogName) => void; dialogs: ReactNode } {
  const [shown, setShown] = useState<DialogName>();
  // A dialog stays mounted while it closes, so that it can return the focus.
  const [visible, setVisible] = useState(false);
  const open = useCallback((name: DialogName) => {
    setShown(name);
    setVisible(true);
  }, []);
  const common = { open: visible, onClose: () => setVisible(false), afterClose: () => setShown(undefined) };
  const dialogs =
    shown === undefined ? null : (
      <Suspense fallback={null}>
        {shown === 'service' && <ServiceDialog {...common} />}
        {shown === 'downloads' && <DownloadsDialog {...common} />}
        {shown === 'authorise' && <AuthorisedLoginDialog {...common} />}
        {shown === 'invitation' && <InvitationDialog {...common} />}
        {shown === 'online-service' && <OnlineServiceDialog {...common} />}
        {(shown === 'role' || shown === 'org') && <ChangeRoleDialog mode={shown} {...common} />}
      </Suspense>
    );
  return { open, dialogs };
}
