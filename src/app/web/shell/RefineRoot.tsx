import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { App } from 'antd';
import { useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../platform/http/web/portal.ts';
import { inMenuOrder } from '../../../platform/pages/web/menu.ts';
import { createAccessControl } from '../../../platform/refine/web/access-control.ts';
import { authProvider } from '../../../platform/refine/web/auth-provider.ts';
import { createDataProvider } from '../../../platform/refine/web/data-provider.ts';
import { i18nProvider } from '../../../platform/refine/web/i18n-provider.ts';
import { createNotificationProvider } from '../../../platform/refine/web/notification-provider.ts';
import { createQueryClient } from '../../../platform/refine/web/query-client.ts';
import { pageResources, schemaResources } from '../../../platform/refine/web/resources.tsx';
import { useRightsChanges } from '../../../platform/refine/web/use-may.ts';
import type { Schemas, SchemasNow } from '../../../platform/session/web/portal-data.ts';
import { createStore } from '../../../platform/state/web/store.ts';
import { LeaveGuards } from '../../../platform/ui/web/leaving.ts';

/**
 * Refine with the portal's providers. They are created once, because a new sign-in or role remounts the portal; schemas
 * may change.
 */
export function RefineRoot({ schemas, children }: { schemas: Schemas; children: ReactNode }) {
  const { message } = App.useApp();
  const [made] = useState(() => {
    const held = createStore(schemas);
    const now: SchemasNow = { get: (name) => held.get().get(name) };
    return {
      held,
      dataProvider: createDataProvider(client, now),
      accessControlProvider: createAccessControl(now),
      notificationProvider: createNotificationProvider(message),
      options: {
        disableTelemetry: true,
        syncWithLocation: false,
        warnWhenUnsavedChanges: false,
        disableServerSideValidation: false,
        reactQuery: { clientConfig: createQueryClient() },
      },
    };
  });
  const { held, ...props } = made;
  const { t } = useTranslation();
  const resources = useMemo(
    () => [...pageResources(inMenuOrder(), (key) => t(`page.${key}.title`)), ...schemaResources(schemas)],
    [schemas, t],
  );
  // Before children fetch rows.
  useLayoutEffect(() => held.set(schemas), [held, schemas]);

  return (
    <Refine
      {...props}
      resources={resources}
      routerProvider={routerProvider}
      authProvider={authProvider}
      i18nProvider={i18nProvider}
    >
      <RightsChanges />
      <LeaveGuards />
      {children}
    </Refine>
  );
}

/** A component inside Refine, because it needs its query client. */
function RightsChanges() {
  useRightsChanges();
  return null;
}
