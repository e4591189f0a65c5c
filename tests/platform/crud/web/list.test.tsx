import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { firstRequests } from '../../../../src/platform/crud/web/first-requests.ts';
import { requestEarly } from '../../../../src/platform/http/web/early-answers.ts';
import { client, earlySettled, sessionStore } from '../../../../src/platform/http/web/portal.ts';
import { NO_NETWORK } from '../../../support/msw.ts';
import {
  aSchool,
  calls,
  chooseOption,
  classRow,
  classRows,
  getPreference,
  headers,
  holds,
  named,
  pressEnter,
  putPreference,
  rowsShown,
  schemaOf2003,
  visit,
} from './support.tsx';

const portal = aSchool();
const lastQuery = () => portal.requests(calls.list).at(-1)?.query;

describe('the columns of a list', () => {
  it('follow the schema in its order, with labels of codes and times in local time', async () => {
    visit();
    const row = (await rowsShown()).closest('tr');
    expect(headers()).toEqual([
      '班级名称',
      '学段',
      '年级',
      '班号',
      '学年',
      '在读人数',
      '班主任',
      '备注',
      '更新时间',
      '操作',
    ]);
    const cells = [...(row?.querySelectorAll('td') ?? [])].map((td) => td.textContent);
    expect(cells.slice(2, 8)).toEqual(['初中', '初一', '1', '2026—2027学年', '41', '—']);
    expect(cells[9]).toMatch(/^2026-09-01 \d\d:03$/);
    expect(screen.getByText('共 3 个班级')).toBeInTheDocument();
  });

  it("follow a tenant's overlay: retitled, hidden, added", async () => {
    holds([classRow(1, { counsellor_name: '潘峰', campus: 'east' })]);
    visit({ schema: schemaOf2003 });
    await rowsShown();
    expect(headers()).toEqual([
      '行政班名称',
      '学段',
      '年级',
      '辅导员',
      '学年',
      '校区',
      '在读人数',
      '班主任',
      '备注',
      '更新时间',
      '操作',
    ]);
    expect(screen.getByText('潘峰')).toBeInTheDocument();
    expect(screen.getByText('东校区')).toBeInTheDocument();
  });

  it('have the visibility, order and density that the user has stored', async () => {
    portal.answer(getPreference, {
      value: {
        order: ['grade', 'period', 'class_no', 'year_name', 'student_count', 'head_teachers', 'remark', 'updated_at'],
        hidden: ['remark', 'updated_at'],
        density: 'small',
      },
    });
    visit();
    await rowsShown();
    expect(headers()).toEqual(['班级名称', '年级', '学段', '班号', '学年', '在读人数', '班主任', '操作']);
    expect(document.querySelector('.ant-table-small')).not.toBeNull();
    expect(portal.requests(getPreference)[0]?.params).toEqual({ key: 'list-class' });
  });

  it('are hidden and moved in the settings, and the choice is stored', async () => {
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '列和密度' }));
    const panel = await screen.findByRole('group', { name: '列和密度' });
    expect(within(panel).getByRole('checkbox', { name: '班级名称' })).toBeDisabled();
    await user.click(within(panel).getByRole('checkbox', { name: '备注' }));
    await user.click(within(panel).getByRole('button', { name: '将年级前移' }));
    await user.click(within(panel).getByText('紧凑'));
    await waitFor(() =>
      expect(headers()).toEqual(['班级名称', '年级', '学段', '班号', '学年', '在读人数', '班主任', '更新时间', '操作']),
    );
    await waitFor(() =>
      expect(portal.requests(putPreference).at(-1)?.body).toEqual({
        value: {
          order: ['grade', 'period', 'class_no', 'year_name', 'student_count', 'head_teachers', 'remark', 'updated_at'],
          hidden: ['remark'],
          density: 'small',
        },
      }),
    );
    expect(portal.requests(putPreference)).toHaveLength(1);

    await user.click(within(panel).getByRole('button', { name: '恢复默认' }));
    await waitFor(() => expect(headers()).toHaveLength(10));
  });

  it('are those of the schema when the stored settings cannot be loaded', async () => {
    portal.answer(getPreference, NO_NETWORK);
    visit();
    await rowsShown();
    expect(headers()).toHaveLength(10);
    expect(screen.queryByText('网络错误！')).not.toBeInTheDocument();
  });
});

describe('the query bar', () => {
  it('shows three fields, and the others behind 展开', async () => {
    const { user } = visit();
    await rowsShown();
    const bar = screen.getByRole('search');
    const labels = () => [...bar.querySelectorAll('label')].map((label) => label.textContent);
    expect(labels()).toEqual(['班级名称', '学段', '年级']);
    await user.click(within(bar).getByRole('button', { name: '展开' }));
    expect(labels()).toEqual(['班级名称', '学段', '年级', '学年', '班号']);
  });

  it('sends the query only on request, and writes it into the address', async () => {
    const { user, address } = visit({ at: '/org-manage/class?page=1&sort=-grade' });
    await rowsShown();
    const asked = portal.requests(calls.list).length;
    await user.type(screen.getByRole('textbox', { name: '班级名称' }), '初一');
    await chooseOption(user, screen.getByRole('combobox', { name: '学段' }), '初中');
    await chooseOption(user, screen.getByRole('combobox', { name: '学段' }), '高中');
    expect(portal.requests(calls.list)).toHaveLength(asked);
    await user.click(screen.getByRole('button', { name: named('查询') }));
    await waitFor(() =>
      expect(lastQuery()).toEqual({ page: '1', size: '10', sort: '-grade', class_name: '初一', period: '3,4' }),
    );
    expect(address()).toEqual({ sort: '-grade', class_name: '初一', period: '3,4' });
  });

  it('includes the buffered input when Enter is pressed', async () => {
    const { user, address } = visit();
    await rowsShown();
    await user.type(screen.getByRole('textbox', { name: '班级名称' }), '三班{Enter}');
    await waitFor(() => expect(address()).toEqual({ class_name: '三班' }));
  });

  it('is restored from the address, by Back too', async () => {
    const { user, router, address } = visit({
      at: '/org-manage/class?class_name=%E5%88%9D&class_no_from=2&class_no_to=5&year_id=y2025',
    });
    await rowsShown();
    expect(lastQuery()).toEqual({
      page: '1',
      size: '10',
      class_name: '初',
      class_no_from: '2',
      class_no_to: '5',
      year_id: 'y2025',
    });
    expect(screen.getByRole('textbox', { name: '班级名称' })).toHaveValue('初');
    expect(screen.getByRole('spinbutton', { name: '班号' })).toHaveValue('2');
    expect(screen.getByRole('spinbutton', { name: '班号最大' })).toHaveValue('5');
    await user.click(screen.getByRole('button', { name: named('重置') }));
    await waitFor(() => expect(address()).toEqual({}));
    expect(screen.getByRole('textbox', { name: '班级名称' })).toHaveValue('');
    await router.navigate(-1);
    await waitFor(() => expect(screen.getByRole('textbox', { name: '班级名称' })).toHaveValue('初'));
  });

  it('ignores values in the address that it could not have written', async () => {
    visit({ at: '/org-manage/class?size=7&page=abc&sort=remark&grade=x&nonsense=1' });
    await rowsShown();
    expect(lastQuery()).toEqual({ page: '1', size: '10' });
  });

  it('offers only values of the school, and grades of the selected period', async () => {
    const { user } = visit();
    await rowsShown();
    await chooseOption(user, screen.getByRole('combobox', { name: '学段' }), '高中');
    await user.click(screen.getByRole('combobox', { name: '年级' }));
    await waitFor(() =>
      expect(
        [
          ...document.querySelectorAll(
            '.ant-select-dropdown:not(.ant-select-dropdown-hidden) .ant-select-item-option-content',
          ),
        ].map((each) => each.textContent),
      ).toContain('高一'),
    );
    expect(screen.queryByText('初二', { selector: '.ant-select-item-option-content' })).not.toBeInTheDocument();
    expect(screen.queryByText('幼儿园', { selector: '.ant-select-item-option-content' })).not.toBeInTheDocument();
  });
});

describe('sorting and paging', () => {
  it('sorts by a column in both directions and not at all; by mouse and keyboard', async () => {
    const { user, address } = visit();
    await rowsShown();
    const header = () => screen.getByRole('columnheader', { name: '年级', hidden: false });
    await user.click(header());
    await waitFor(() => expect(address()).toEqual({ sort: 'grade' }));
    pressEnter(header());
    await waitFor(() => expect(address()).toEqual({ sort: '-grade' }));
    expect(header()).toHaveAttribute('aria-sort', 'descending');
    await waitFor(() => expect(lastQuery()).toMatchObject({ sort: '-grade' }));
    await user.click(header());
    await waitFor(() => expect(address()).toEqual({}));
  });

  it('changes page and size, and jumps', async () => {
    holds(classRows(45));
    const { user, address } = visit();
    await rowsShown();
    await user.click(document.querySelector('.ant-pagination-item-3') ?? document.body);
    await screen.findByText('初一（21）班');
    expect(address()).toEqual({ page: '3' });
    await user.type(screen.getByRole('textbox', { name: '页码' }), '5{Enter}');
    await screen.findByText('初一（45）班');
    expect(address()).toEqual({ page: '5' });
    await user.click(screen.getByText('10 条/页'));
    await user.click(await screen.findByText('50 条/页'));
    await waitFor(() => expect(address()).toEqual({ size: '50' }));
    await waitFor(() => expect(document.querySelectorAll('.ant-table-row')).toHaveLength(45));
  });

  it('redirects from a page that no longer exists to the last one', async () => {
    holds(classRows(12));
    const { address } = visit({ at: '/org-manage/class?page=9' });
    await screen.findByText('初一（12）班');
    expect(address()).toEqual({ page: '2' });
  });
});

describe('a list without rows', () => {
  it('shows a skeleton of the table while it loads', () => {
    visit();
    expect(headers()).toContain('班级名称');
    expect(document.querySelectorAll('.ant-table-row')).toHaveLength(10);
    expect(screen.queryByText('共 0 个班级')).not.toBeInTheDocument();
  });

  it('shows that it is empty and offers to add a row', async () => {
    holds([]);
    const { user, address } = visit();
    const state = (await screen.findByText('暂无班级')).parentElement;
    await user.click(within(state ?? document.body).getByRole('button', { name: '新增班级' }));
    expect(address()).toEqual({ create: '1' });
  });

  it('offers nothing without the right to add', async () => {
    holds([]);
    visit({ acts: [] });
    await screen.findByText('暂无班级');
    expect(screen.queryByRole('button', { name: '新增班级' })).not.toBeInTheDocument();
  });

  it('shows that no row matches the filters, and clears them', async () => {
    holds([]);
    const { user, address } = visit({ at: '/org-manage/class?class_name=zz&sort=grade' });
    await screen.findByText('没有符合条件的班级');
    await user.click(screen.getByRole('button', { name: '清除筛选条件' }));
    expect(address()).toEqual({ sort: 'grade' });
  });

  it('shows a failure once, with a retry', async () => {
    portal.answer(calls.list, NO_NETWORK);
    const { user } = visit();
    await screen.findByText('加载失败');
    expect(screen.getAllByText('网络错误！')).toHaveLength(1);
    holds(classRows(1));
    await user.click(screen.getByRole('button', { name: named('重试') }));
    await rowsShown();
  });
});

describe('rights', () => {
  it('determine the offered acts', async () => {
    visit({ acts: ['export'] });
    await rowsShown();
    expect(screen.getByRole('button', { name: '导出' })).toBeInTheDocument();
    for (const name of ['新增班级', '批量新增', /^编辑/, /^删除/])
      expect(screen.queryByRole('button', { name })).not.toBeInTheDocument();
    expect(headers()).not.toContain('操作');
  });

  it('keep dialogs of an address closed', async () => {
    visit({ at: '/org-manage/class?create=1', acts: [] });
    await rowsShown();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('close the page', () => {
    visit({ schema: { ...schemaOf2003, 'x-resource': { ...schemaOf2003['x-resource'], area: 'elsewhere' } } });
    expect(screen.getByRole('heading', { name: '您没有权限查看此页面' })).toBeInTheDocument();
    expect(portal.requests(calls.list)).toHaveLength(0);
  });
});

describe('export', () => {
  it('downloads the filtered rows in their order', async () => {
    const urls = vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    portal.answer(
      calls.export,
      new Blob(['x'], { type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' }),
    );
    const { user } = visit({ at: '/org-manage/class?class_name=%E5%88%9D&sort=-grade&page=1' });
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '导出' }));
    await screen.findByText('已导出');
    expect(portal.requests(calls.export)[0]?.query).toEqual({ class_name: '初', sort: '-grade' });
    expect(click.mock.contexts[0]).toMatchObject({ download: '班级.xlsx' });
    urls.mockRestore();
    click.mockRestore();
  });

  it('runs once at a time, and shows a failure', async () => {
    let fail = (): void => undefined;
    portal.answer(
      calls.export,
      () =>
        new Promise((resolve) => {
          fail = () => resolve(NO_NETWORK);
        }),
    );
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '导出' }));
    const busy = await screen.findByRole('button', { name: /正在导出/ });
    await user.click(busy);
    await waitFor(() => expect(portal.requests(calls.export)).toHaveLength(1));
    fail();
    await screen.findByText('导出失败：网络错误！');
    expect(portal.requests(calls.export)).toHaveLength(1);
  });
});

it('the rows and columns of an early request are there in the first render, and not requested again', async () => {
  const choice = sessionStore.choice();
  if (choice === undefined) throw new Error('nobody is signed in');
  requestEarly(client, firstRequests('class', '/v1/portal/classes'), choice);
  await expect.poll(() => portal.requests(getPreference).length).toBe(1);
  await earlySettled();
  visit();
  expect(screen.getByText('初一（1）班')).toBeInTheDocument();
  await rowsShown();
  expect(portal.requests(calls.list)).toHaveLength(1);
  expect(portal.requests(getPreference)).toHaveLength(1);
});
