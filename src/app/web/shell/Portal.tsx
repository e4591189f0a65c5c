import { App } from 'antd';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { PortalContext } from '../../../platform/session/web/portal-context.ts';
import { messageRegion } from '../../../platform/ui/web/message-region.ts';
import { ServiceAway } from '../../../platform/ui/web/ServiceAway.tsx';
import { useFailureHandlers } from '../../../platform/ui/web/use-failure-handlers.ts';
import { useStable } from '../../../platform/ui/web/use-stable.ts';
import { FrameReady } from './FrameReady.tsx';
import { RefineRoot } from './RefineRoot.tsx';
import { Shell } from './Shell.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { SignInLayer } from './SignInLayer.tsx';
import { useOtherTabs } from './use-other-tabs.ts';
import { usePortalData } from './use-portal-data.ts';

const reloadPage = () => window.location.reload();

/** The part of the portal that requires a login. */
export const Portal = () => (
  <App message={{ maxCount: 3, top: 72, getContainer: messageRegion }} notification={{ maxCount: 3, top: 72 }}>
    <PortalInside />
  </App>
);

function PortalInside() {
  const current = useCurrentUser();
  const session = useFailureHandlers();
  const { isTakenOver, compare } = useOtherTabs(current, reloadPage);
  const onSignedIn = useStable(() => {
    session.onSignedIn();
    compare();
  });
  const loading = usePortalData(current);
  return (
    <>
      {loading.status === 'away' && <ServiceAway onRetry={loading.retry} />}
      {loading.status === 'loading' && <ShellSkeleton />}
      {loading.status !== 'away' && loading.status !== 'loading' && (
        <PortalContext value={loading.data}>
          <RefineRoot schemas={loading.data.schemas}>
            <FrameReady>
              <Shell />
            </FrameReady>
          </RefineRoot>
        </PortalContext>
      )}
      <SignInLayer ended={session.ended} isTakenOver={isTakenOver} onSignedIn={onSignedIn} />
    </>
  );
}
