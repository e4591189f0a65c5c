import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import yearJson from '../../../../schemas/entities/year.json' with { type: 'json' };
import { YearPage } from '../../../../src/features/academic-years/web/YearPage.tsx';
import { getPreference } from '../../../../src/platform/crud/contract/preferences.ts';
import type { Row } from '../../../../src/platform/resources/contract/resource.ts';
import { aPortal, entityOf, schemaOf, show } from '../../../support/component.tsx';

const portal = aPortal();
const year = entityOf(schemaOf(yearJson));
const current = { year_id: 'y1', year_name: '2026—2027学年', start_on: '2026-09-01', is_current: true };
const next = { year_id: 'y2', year_name: '2027—2028学年', start_on: '2027-09-01', is_current: false };

function visit(...items: Row[]) {
  portal.answer(getPreference, { value: {} });
  portal.answer(year.calls.list, { total: items.length, items });
  return show(<YearPage />, {
    may: { 'academic-year-setting': ['open', 'create', 'update', 'delete', 'roll-over'] },
    schemas: { year: year.schema },
  });
}

it('says what the move of the whole school needs first', async () => {
  visit({ ...current, can_roll_over: false });
  expect(await screen.findByText(/请先新增当前学年之后的学年/)).toBeVisible();
});

it('offers the move into the next year, and never the deletion of the current one', async () => {
  const { user } = visit({ ...next, can_roll_over: true }, { ...current, can_roll_over: false });
  expect((await screen.findAllByRole('button', { name: /^全校升级/ })).length).toBeGreaterThan(0);
  const row = (await screen.findByText(current.year_name)).closest('tr') ?? expect.fail('no row');
  expect(
    within(row)
      .getAllByRole('button')
      .map((one) => one.textContent),
  ).toEqual(['编辑']);
  await user.click(screen.getByRole('button', { name: `更多 ${next.year_name}` }));
  expect(await screen.findByRole('menuitem', { name: '删除' })).toBeVisible();
});
