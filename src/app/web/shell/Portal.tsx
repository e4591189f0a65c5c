import { App } from 'antd';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { PortalContext } from '../../../platform/session/web/portal-context.ts';
import { ServiceAway } from '../../../platform/ui/web/ServiceAway.tsx';
import { useFailureHandlers } from '../../../platform/ui/web/use-failure-handlers.ts';
import { RefineRoot } from './RefineRoot.tsx';
import { Shell } from './Shell.tsx';
import { ShellSkeleton } from './ShellSkeleton.tsx';
import { useOtherTabs } from './use-other-tabs.ts';
import { usePortalData } from './use-portal-data.ts';

/** The part of the portal that requires a login. */
export const Portal = () => (
  <App message={{ maxCount: 3, top: 72 }} notification={{ maxCount: 3, top: 72 }}>
    <PortalInside />
  </App>
);

function PortalInside() {
  const current = useCurrentUser();
  useFailureHandlers();
  useOtherTabs(current);
  const loading = usePortalData(current);
  if (loading.status === 'away') return <ServiceAway onRetry={loading.retry} />;
  if (loading.status === 'loading') return <ShellSkeleton />;
  return (
    <PortalContext value={loading.data}>
      <RefineRoot schemas={loading.data.schemas}>
        <Shell />
      </RefineRoot>
    </PortalContext>
  );
}
