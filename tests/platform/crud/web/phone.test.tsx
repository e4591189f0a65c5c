import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { viewport } from '../../../support/page.ts';
import { aSchool, calls, chooseOption, classRow, dialog, holds, named, rowsShown, visit } from './support.tsx';

const portal = aSchool();
beforeEach(() => viewport(390, 844));

describe('a list on a phone', () => {
  it('shows a card per row, without empty values', async () => {
    holds([classRow(1), classRow(2, { remark: '走班教学' })]);
    visit();
    await rowsShown();
    expect(document.querySelector('.ant-table')).toBeNull();
    const cards = screen.getAllByRole('listitem').filter((item) => item.querySelector('dl'));
    expect(cards).toHaveLength(2);
    const facts = (card: Element | undefined) =>
      [...(card?.querySelectorAll('dt') ?? [])].map(
        (dt) => `${dt.textContent}${dt.nextElementSibling?.textContent ?? ''}`,
      );
    expect(facts(cards[0]).slice(0, 5)).toEqual(['学段初中', '年级初一', '班号1', '学年2026—2027学年', '在读人数41']);
    expect(facts(cards[0]).join()).not.toContain('备注');
    expect(facts(cards[1])).toContain('备注走班教学');
    expect(portal.requests(calls.list)[0]?.headers.get('app-id')).toBe('portal-mobile');
  });

  it('has its primary act at the bottom and the others in a drawer', async () => {
    const { user, address } = visit();
    await rowsShown();
    expect(screen.queryByRole('button', { name: '导出' })).not.toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: '更多' }));
    const drawer = await dialog();
    expect(
      within(drawer)
        .getAllByRole('button')
        .map((button) => button.textContent),
    ).toEqual(expect.arrayContaining(['导出', '批量新增']));
    await user.click(within(drawer).getByRole('button', { name: '批量新增' }));
    expect(address()).toEqual({ 'batch-create': '1' });
  });

  it('has filters in a sheet and a choice of the order', async () => {
    const { user, address } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '筛选' }));
    await user.type(within(await dialog()).getByRole('textbox', { name: '班级名称' }), '初一');
    await user.click(screen.getByRole('button', { name: named('查询') }));
    await waitFor(() => expect(address()).toEqual({ class_name: '初一' }));
    await chooseOption(user, screen.getByRole('combobox', { name: '默认排序' }), '按年级降序');
    await waitFor(() => expect(address()).toEqual({ class_name: '初一', sort: '-grade' }));
  });

  it('has the acts of a selection at the bottom', async () => {
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('checkbox', { name: '选择 初一（1）班' }));
    await user.click(screen.getByRole('checkbox', { name: '选择 初一（3）班' }));
    await user.click(screen.getByRole('button', { name: '删除 2 个班级' }));
    expect(await dialog()).toHaveTextContent('初一（1）班、初一（3）班');
  });

  it('opens forms as full-height sheets, with labels above the fields', async () => {
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '新增班级' }));
    await screen.findByLabelText('班级名称');
    expect(document.querySelector<HTMLElement>('.ant-drawer-content-wrapper')?.style.height).toBe('100%');
    expect(document.querySelector('.ant-form-item-horizontal')).toBeNull();
    // The keyboard does not open over the form.
    expect(screen.getByLabelText('学段')).not.toHaveFocus();
  });
});
