import { screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import logJson from '../../../../schemas/entities/log.json' with { type: 'json' };
import { logChanges } from '../../../../src/features/operation-log/contract.ts';
import { LogDrawer } from '../../../../src/features/operation-log/web/LogDrawer.tsx';
import { aPortal, entityOf, named, schemaOf, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const log = entityOf(schemaOf(logJson));

beforeEach(() => {
  portal.answer(log.calls.get, {
    log_id: 'l1',
    at: '2026-11-20T02:00:00.000Z',
    user_name: '李超',
    act: 'update',
    resource: 'class',
    row_label: '初一（1）班',
  });
  portal.answer(logChanges, { items: [] });
});
const visit = () =>
  show(<LogDrawer entity={log} id="l1" onClose={() => undefined} />, { schemas: { log: log.schema } });

it('shows who did what, and leaves out fields without a value', async () => {
  visit();
  const drawer = await screen.findByRole('dialog');
  expect(await within(drawer).findByText('初一（1）班')).toBeVisible();
  expect(within(drawer).getByText('修改', { selector: 'dd' })).toBeVisible();
  expect(within(drawer).queryByText('来源地址')).toBeNull();
  expect(within(drawer).queryByText('l1')).toBeNull();
  expect(within(drawer).queryByText('修改内容')).toBeNull();
});

it('sets the values before and after a change side by side', async () => {
  portal.answer(logChanges, {
    items: [
      { field: 'remark', title: '备注', before: '旧校区', after: '新校区' },
      { field: 'class_no', title: '班号', after: '7' },
    ],
  });
  visit();
  const rows = within(await screen.findByRole('table')).getAllByRole('row');
  expect(rows.map((row) => [...row.children].map(({ textContent }) => textContent))).toEqual([
    ['项目', '原来', '现在'],
    ['备注', '旧校区', '新校区'],
    ['班号', '—', '7'],
  ]);
});

it('leaves out the column of former values when an entry was created', async () => {
  portal.answer(logChanges, { items: [{ field: 'remark', title: '备注', after: '新校区' }] });
  visit();
  const table = await screen.findByRole('table');
  expect(within(table).queryByText('原来')).toBeNull();
  expect(within(table).getByText('新校区')).toBeVisible();
});

it('shows no half of an entry when its changes fail, and all of it after a retry', async () => {
  portal.answer(logChanges, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  expect(screen.queryByText('初一（1）班')).toBeNull();
  portal.answer(logChanges, { items: [{ field: 'remark', title: '备注', after: '新校区' }] });
  await user.click(again);
  expect(await screen.findByText('新校区')).toBeVisible();
});
