import { Refine } from '@refinedev/core';
import routerProvider from '@refinedev/react-router';
import { App } from 'antd';
import { useEffect, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import { LeaveGuards } from '../crud/leaving.ts';
import { client } from '../http/portal.ts';
import { PAGES } from '../pages/table.ts';
import { createAccessControl } from '../providers/access-control.ts';
import { authProvider } from '../providers/auth-provider.ts';
import { createDataProvider, type Schemas, type SchemasNow } from '../providers/data-provider.ts';
import { i18nProvider } from '../providers/i18n-provider.ts';
import { createNotificationProvider } from '../providers/notification-provider.ts';
import { createQueryClient } from '../providers/query-client.ts';
import { rightsStore } from '../providers/rights.ts';
import { createStore } from '../providers/store.ts';
import { resourcesOf } from '../resources/resources.tsx';

const pathOf = (area: string): string | undefined => PAGES.find((page) => page.area === area)?.path;

/** Refine with the portal's providers. Made once a sign-in and role: both begin with a new page or a new Portal. Schemas may change meanwhile. */
export function RefineRoot({ schemas, children }: { schemas: Schemas; children: ReactNode }) {
  const { message } = App.useApp();
  const [made] = useState(() => {
    const queryClient = createQueryClient();
    const held = createStore(schemas);
    const now: SchemasNow = { get: (name) => held.get().get(name) };
    return {
      queryClient,
      held,
      dataProvider: createDataProvider(client, now),
      accessControlProvider: createAccessControl(now),
      notificationProvider: createNotificationProvider(message),
      options: { disableTelemetry: true, syncWithLocation: false, warnWhenUnsavedChanges: false, disableServerSideValidation: false, reactQuery: { clientConfig: queryClient } },
    };
  });
  const { queryClient, held, ...props } = made;
  const resources = useMemo(() => resourcesOf(schemas, pathOf), [schemas]);
  // Before anything below asks for rows.
  useLayoutEffect(() => held.set(schemas), [held, schemas]);

  // Rights that were read again hold at once for every button on the screen.
  useEffect(() => rightsStore.subscribe(() => void queryClient.invalidateQueries({ queryKey: ['access'] })), [queryClient]);
  return (
    <Refine {...props} resources={resources} routerProvider={routerProvider} authProvider={authProvider} i18nProvider={i18nProvider}>
      <LeaveGuards />
      {children}
    </Refine>
  );
}
