import '@testing-library/jest-dom/vitest';
import '../../../../src/platform/i18n/web/texts.ts';
import '../../../support/web-features.ts';
import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { App } from 'antd';
import type { ReactNode } from 'react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import classJson from '../../../../schemas/entities/class.json' with { type: 'json' };
import enums from '../../../../schemas/enums.json' with { type: 'json' };
import overlayOf2003 from '../../../../schemas/tenants/2003/class.json' with { type: 'json' };
import { RefineRoot } from '../../../../src/app/web/shell/RefineRoot.tsx';
import { schoolYears } from '../../../../src/features/academic-years/contract.ts';
import { batchCreateClasses, eduStructures } from '../../../../src/features/classes/contract.ts';
import { ClassPage } from '../../../../src/features/classes/web/ClassPage.tsx';
import { getPreference, putPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import { sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { sessionFrom } from '../../../../src/platform/http/web/session-store.ts';
import { resourceEndpoints, type Row } from '../../../../src/platform/resources/contract/resource.ts';
import { expandEnums, mergeOverlay, settle } from '../../../../src/platform/schema/merge.ts';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { choose } from '../../../../src/platform/session/web/current-user.ts';
import { rightsFrom, rightsStore } from '../../../../src/platform/session/web/rights.ts';
// Inputs that the portal loads later are preloaded, so that no test waits for a file to be read.
import '../../../../src/features/academic-years/web/fields/YearControl.tsx';
import '../../../../src/features/classes/web/fields/GradeControl.tsx';
import '../../../../src/features/classes/web/fields/PeriodControl.tsx';
import { ThemeProvider } from '../../../../src/platform/theme/web/ThemeProvider.tsx';
import { staff } from '../../../support/msw-data.ts';
import { portalServer } from '../../../support/msw.ts';
import { plainPage, viewport } from '../../../support/page.ts';

// The literal types of the JSON file are wider than those of the vocabulary; the server checks the file when it starts.
const whole = expandEnums(classJson, enums) as unknown as EntitySchema;
// A school of basic education, without colleges and majors.
const core: EntitySchema = {
  ...whole,
  properties: Object.fromEntries(
    Object.entries(whole.properties).filter(([, field]) => field['x-edu-levels'] === undefined),
  ),
};
export const schemaOf2001: EntitySchema = settle(core);
export const schemaOf2003: EntitySchema = settle(mergeOverlay(core, overlayOf2003, enums) as unknown as EntitySchema);

export const AREA = 'org-manage/class';
export const ALL_ACTS = ['create', 'update', 'delete', 'export', 'batch-create', 'batch-delete'];
export const calls = resourceEndpoints({
  name: 'class',
  title: '班级',
  path: '/v1/portal/classes',
  area: AREA,
  acts: [],
});
export const batchCreate = batchCreateClasses;
export { getPreference, putPreference };

export const classRow = (n: number, changed: Row = {}): Row => ({
  class_id: `c${n}`,
  class_name: `初一（${n}）班`,
  period: 3,
  grade: 7,
  class_no: n,
  year_id: 'y2026',
  year_name: '2026—2027学年',
  student_count: 40 + n,
  updated_at: '2026-09-01T02:03:04.000Z',
  ...changed,
});
export const classRows = (count: number): Row[] => Array.from({ length: count }, (_, i) => classRow(i + 1));

const portal = portalServer();

/** The server of a test file: a school with two periods and two years, and a paged list of classes. */
export function aSchool() {
  plainPage();
  beforeAll(() => portal.listen());
  afterAll(() => portal.close());
  beforeEach(() => {
    portal.reset();
    viewport(1440);
    sessionStore.clear();
    sessionStore.setSession(sessionFrom(portal.pair('a'), Date.now(), 'password'));
    choose(staff(), { identity: 3, org_id: '2001', role_id: 4 });
    portal.answer(eduStructures, {
      items: [
        {
          period: 3,
          period_name: '初中',
          grades: [
            { grade_id: '3-7', grade: 7, grade_name: '初一' },
            { grade_id: '3-8', grade: 8, grade_name: '初二' },
          ],
        },
        { period: 4, period_name: '高中', grades: [{ grade_id: '4-10', grade: 10, grade_name: '高一' }] },
      ],
    });
    portal.answer(schoolYears, {
      total: 2,
      items: [
        {
          year_id: 'y2025',
          year_name: '2025—2026学年',
          start_on: '2025-09-01',
          end_on: '2026-08-31',
          is_current: false,
        },
        {
          year_id: 'y2026',
          year_name: '2026—2027学年',
          start_on: '2026-09-01',
          end_on: '2027-08-31',
          is_current: true,
        },
      ],
    });
    portal.answer(getPreference, { value: {} });
    portal.answer(putPreference, { ok: true });
    holds(classRows(3));
  });
  return portal;
}

/** The classes of the school. */
export function holds(rows: readonly Row[]): void {
  portal.answer(calls.list, ({ query }) => {
    const page = Number(query['page'] ?? 1);
    const size = Number(query['size'] ?? 10);
    return { total: rows.length, items: rows.slice((page - 1) * size, page * size) };
  });
}

interface Visit {
  page?: ReactNode;
  at?: string;
  schema?: EntitySchema;
  acts?: readonly string[];
}

/** Opens the page of classes as a user with these rights. */
export function visit({
  page = <ClassPage />,
  at = '/org-manage/class',
  schema = schemaOf2001,
  acts = ALL_ACTS,
}: Visit = {}) {
  rightsStore.set(
    rightsFrom({
      permissions: Object.fromEntries(['open', ...acts].map((act) => [act, [AREA]])),
      protected: [],
      flags: {},
    }),
  );
  const router = createMemoryRouter(
    [
      {
        element: (
          <ThemeProvider>
            <App>
              <RefineRoot schemas={new Map([['class', schema]])}>
                <Outlet />
              </RefineRoot>
            </App>
          </ThemeProvider>
        ),
        children: [
          { path: '/org-manage/class', element: page },
          { path: '/elsewhere', element: <p>别处</p> },
        ],
      },
    ],
    { initialEntries: ['/elsewhere', at], initialIndex: 1 },
  );
  render(<RouterProvider router={router} />);
  return {
    router,
    user: userEvent.setup({ delay: null, pointerEventsCheck: PointerEventsCheckLevel.Never }),
    /** The query of the address, decoded. */
    address: () => Object.fromEntries(new URLSearchParams(router.state.location.search)),
  };
}

type User = ReturnType<typeof userEvent.setup>;

/** Waits for the first row. */
export const rowsShown = () => screen.findByText('初一（1）班');

/** Titles of the table's columns, in order. */
export const headers = (): (string | null)[] =>
  [...document.querySelectorAll('.ant-table-thead > tr > th')]
    .map((th) => th.textContent)
    .filter((text) => text !== '');

/** Chooses an option of a searchable select. */
export async function chooseOption(user: User, box: HTMLElement, label: string): Promise<void> {
  await user.click(box);
  const listId = box.getAttribute('aria-controls') ?? '';
  const popup = document.getElementById(listId)?.closest<HTMLElement>('.ant-select-dropdown') ?? document.body;
  await user.click(await within(popup).findByText(label, { selector: '.ant-select-item-option-content' }));
}

/** The open dialog. */
export const dialog = () => screen.findByRole('dialog');

/** A button by its whole name; antd puts a space between two characters. */
export const named = (name: string): RegExp => new RegExp(`^${[...name].join('\\s?')}$`);

/** Enter for an element that listens to key codes, which the emulated keyboard does not send. */
export function pressEnter(element: HTMLElement): void {
  const event = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  Object.defineProperty(event, 'keyCode', { value: 13 });
  fireEvent(element, event);
}
