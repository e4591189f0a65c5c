import '@testing-library/jest-dom/vitest';
import '../../src/platform/i18n/web/texts.ts';
import './web-features.ts';
import { render, screen } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import enums from '../../schemas/enums.json' with { type: 'json' };
import { RefineRoot } from '../../src/app/web/shell/RefineRoot.tsx';
import type { DataOf } from '../../src/platform/contract/endpoint.ts';
import { sessionStore } from '../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../src/platform/http/web/session-store.ts';
import type { Entity } from '../../src/platform/resources/contract/entity.ts';
import { resourceEndpoints, resourceSpecOf } from '../../src/platform/resources/contract/resource.ts';
import type { JsonObject } from '../../src/platform/schema/json.ts';
import { expandEnums, settle } from '../../src/platform/schema/merge.ts';
import type { EntitySchema } from '../../src/platform/schema/types.ts';
import type { orgDetails } from '../../src/platform/session/contract.ts';
import { choose } from '../../src/platform/session/web/current-user.ts';
import { PortalContext } from '../../src/platform/session/web/portal-context.ts';
import { rightsFrom, rightsStore } from '../../src/platform/session/web/rights.ts';
import { persistentStorage, tabStorage } from '../../src/platform/state/web/storage.ts';
import { ThemeProvider } from '../../src/platform/theme/web/ThemeProvider.tsx';
import { staff } from './msw-data.ts';
import { portalServer, type PortalServer } from './msw.ts';
import { plainPage, viewport } from './page.ts';

/** The server of a test file. Before each test it knows one session, an administrator's of one school. */
export function aPortal(): PortalServer {
  plainPage();
  const portal = portalServer();
  beforeAll(() => portal.listen());
  afterAll(() => portal.close());
  beforeEach(() => {
    portal.reset();
    viewport(1440);
    persistentStorage.clear();
    tabStorage.clear();
    sessionStore.clear();
    sessionStore.setSession(sessionFrom(portal.pair('a'), Date.now(), 'password'));
    choose(staff(), { identity: 3, org_id: '2001', role_id: 4 });
  });
  return portal;
}

/** The user has proved a second time who they are. */
export function holdProof(): void {
  sessionStore.setSecondary({ secondary_token: 'proof', expires_at: Date.now() + 60_000 });
}

/** An entity's schema as the server sends it, from its file in `schemas/entities`. */
export const schemaOf = (file: JsonObject): EntitySchema => settle(expandEnums(file, enums) as unknown as EntitySchema);

/** The entity that a dialog of its list is given. */
export const entityOf = (schema: EntitySchema): Entity => ({
  name: schema.$id,
  schema,
  calls: resourceEndpoints(resourceSpecOf(schema)),
});

/** An answer that the test gives later, once. */
export function later<T>() {
  let give: (answer: T) => void = () => undefined;
  const answer = new Promise<T>((resolve) => {
    give = resolve;
  });
  return { answer: () => answer, give: (value: T) => give(value) };
}

interface Visit {
  /** Acts by area: what the user may do. */
  may?: Readonly<Record<string, readonly string[]>>;
  schemas?: Readonly<Record<string, EntitySchema>>;
  org?: DataOf<typeof orgDetails>;
  /** The route of the page, and the address that is opened. */
  path?: string;
  at?: string;
}

/** Shows a page or a dialog as the portal does, to a user with the given rights. */
export function show(what: ReactNode, { may = {}, schemas = {}, org, path = '/', at = path }: Visit = {}) {
  const permissions: Record<string, string[]> = {};
  for (const [area, acts] of Object.entries(may)) for (const act of acts) (permissions[act] ??= []).push(area);
  rightsStore.set(rightsFrom({ permissions, protected: [], flags: {} }));
  const known = new Map(Object.entries(schemas));
  const router = createMemoryRouter(
    [
      {
        element: (
          <ThemeProvider>
            <App>
              <PortalContext value={{ schemas: known, org }}>
                <RefineRoot schemas={known}>
                  <Outlet />
                </RefineRoot>
              </PortalContext>
            </App>
          </ThemeProvider>
        ),
        children: [
          { path, element: what },
          { path: '*', element: <p>别处</p> },
        ],
      },
    ],
    { initialEntries: [at] },
  );
  render(<RouterProvider router={router} />);
  return {
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    address: () => router.state.location.pathname + router.state.location.search,
  };
}

/** A button by its whole name, in which antd parts two characters. */
export const named = (name: string): RegExp => new RegExp(`^${[...name].join('\\s?')}$`);

export const button = (name: string): HTMLElement => screen.getByRole('button', { name: named(name) });
