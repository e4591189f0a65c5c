import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { EntitySchema, FieldSchema } from '../../../../src/platform/schema/types.ts';
// Loaded later by the portal; preloaded so that no test waits for a file to be read.
import '../../../../src/platform/crud/web/form/SchemaForm.tsx';
import { refusal } from '../../../support/msw.ts';
import { aSchool, calls, classRow, dialog, schemaOf2001, visit } from './support.tsx';

const portal = aSchool();
const text = (title: string, order: number, group: string, more: Partial<FieldSchema> = {}): FieldSchema => ({
  type: 'string',
  title,
  maxLength: 20,
  'x-tenant': true,
  'x-form': { on: ['create', 'edit'], order, group },
  ...more,
});
const schema: EntitySchema = {
  ...schemaOf2001,
  required: [...schemaOf2001.required, 'room'],
  properties: {
    ...schemaOf2001.properties,
    room: text('教室', 31, '场所'),
    floor: text('楼层', 32, '场所'),
    lift: text('电梯', 33, '设施', { type: 'boolean' }),
    lift_no: text('电梯编号', 34, '电梯', { 'x-show': { var: 'lift' } }),
  },
  'x-resource': {
    ...schemaOf2001['x-resource'],
    layout: {
      tabs: [
        { title: '班级', groups: ['基本信息'] },
        { title: '场所', groups: ['场所', '设施'] },
        { title: '设备', groups: ['电梯'] },
      ],
      columns: { 场所: 2 },
    },
  },
};
const save = () => screen.getByRole('button', { name: /保\s?存$/ });
const tab = (name: RegExp) => screen.getByRole('tab', { name });
const tabs = () => screen.getAllByRole('tab').map((one) => one.textContent);
const edit = async () => {
  portal.answer(calls.get, classRow(1, { room: '101', lift: false }));
  const shown = visit({ at: '/org-manage/class?edit=c1', schema });
  await dialog();
  await screen.findByRole('tab', { name: '班级' });
  return shown;
};

describe('a form in tabs', () => {
  it('names its tabs, hides one without fields, and keeps what was typed in another', async () => {
    const { user } = await edit();
    expect(tabs()).toEqual(['班级', '场所']);
    expect(tab(/班级/)).toHaveAttribute('aria-selected', 'true');
    await user.click(tab(/场所/));
    const panel = within(screen.getByRole('tabpanel', { name: '场所' }));
    // The tab names one of its two groups already.
    expect(panel.queryByText('场所')).toBeNull();
    expect(panel.getByText('设施')).toBeVisible();
    await user.clear(panel.getByLabelText(/楼层/));
    await user.type(panel.getByLabelText(/楼层/), '三楼');
    await user.click(panel.getByRole('switch', { name: '电梯' }));
    await waitFor(() => expect(tabs()).toEqual(['班级', '场所', '设备']));
    await user.click(tab(/班级/));
    await user.click(tab(/场所/));
    expect(panel.getByLabelText(/楼层/)).toHaveValue('三楼');
    portal.answer(calls.update, classRow(1));
    await user.click(save());
    await waitFor(() =>
      expect(portal.requests(calls.update).at(-1)?.body).toMatchObject({ floor: '三楼', lift: true }),
    );
  });

  it('opens the tab of the first invalid field, focuses it, and marks the tab in words', async () => {
    const { user } = await edit();
    await user.click(tab(/场所/));
    await user.clear(screen.getByLabelText(/教室/));
    await user.click(tab(/班级/));
    await user.click(save());
    await waitFor(() => expect(screen.getByLabelText(/教室/)).toHaveFocus());
    expect(tab(/场所/)).toHaveAttribute('aria-selected', 'true');
    expect(tab(/场所/)).toHaveAccessibleName(/1 项待改/);
    expect(tab(/班级/)).toHaveAccessibleName('班级');
    expect(portal.requests(calls.update)).toHaveLength(0);
  });

  it("opens the tab of the server's message", async () => {
    const { user } = await edit();
    await user.click(tab(/场所/));
    await user.type(screen.getByLabelText(/楼层/), '九');
    await user.click(tab(/班级/));
    portal.answer(
      calls.update,
      refusal('PSY_INVALID_INPUT', { details: [{ field: '/floor', message: '没有这个楼层' }] }),
    );
    await user.click(save());
    await waitFor(() => expect(screen.getByLabelText(/楼层/)).toHaveFocus());
    expect(tab(/场所/)).toHaveAttribute('aria-selected', 'true');
    expect(screen.getByRole('alert')).toHaveTextContent('没有这个楼层');
  });

  it('moves between tabs by the keyboard', async () => {
    const { user } = await edit();
    tab(/班级/).focus();
    await user.keyboard('{ArrowRight}{Enter}');
    await waitFor(() => expect(tab(/场所/)).toHaveAttribute('aria-selected', 'true'));
  });
});
