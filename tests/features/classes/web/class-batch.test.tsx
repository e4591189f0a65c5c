import { screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ALL_ACTS,
  aSchool,
  batchCreate,
  calls,
  chooseOption,
  dialog,
  named,
  rowsShown,
  schemaOf2003,
  visit,
} from '../../../platform/crud/web/support.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aSchool();
const field = (name: string | RegExp) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(name);
const names = () =>
  [...screen.getByRole('dialog').querySelectorAll<HTMLInputElement>('input[aria-label$="班级名称"]')].map(
    (input) => input.value,
  );
const submit = (count: number) => screen.getByRole('button', { name: new RegExp(`新增 ${count} 个班级$`) });

async function opened(visited = visit({ at: '/org-manage/class?batch-create=1' })) {
  await within(await dialog()).findByLabelText('年级');
  return visited;
}

type User = ReturnType<typeof visit>['user'];
async function chooseGrade(user: User, period: string, grade: string) {
  await chooseOption(user, field('学段'), period);
  await chooseOption(user, field('年级'), grade);
}

describe('adding several classes', () => {
  it('names the classes after the grade, for any count and start number', async () => {
    const { user } = await opened();
    expect(screen.getByText(/选择年级后/)).toBeInTheDocument();
    await chooseGrade(user, '初中', '初二');
    expect(names()).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((n) => `初二（${n}）班`));
    await user.clear(field('班级数'));
    await user.type(field('班级数'), '3');
    await user.clear(field('从几班开始'));
    await user.type(field('从几班开始'), '9');
    await waitFor(() => expect(names()).toEqual(['初二（9）班', '初二（10）班', '初二（11）班']));
    await user.clear(field('命名方式'));
    expect(await screen.findByText('命名方式中要有 {n}')).toBeInTheDocument();
    await user.type(field('命名方式'), '二年{{n}班');
    await waitFor(() => expect(names()).toEqual(['二年9班', '二年10班', '二年11班']));
  });

  it('creates all classes with one request, as shown', async () => {
    portal.answer(batchCreate, ({ body }) => {
      const { items } = body as { items: Record<string, unknown>[] };
      return { total: items.length, items };
    });
    const page = visit();
    await rowsShown();
    await page.user.click(screen.getByRole('button', { name: '批量新增' }));
    const { user, address } = await opened(page);
    await chooseGrade(user, '高中', '高一');
    for (let n = 8; n > 2; n--)
      await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: `移除第 ${n} 行` }));
    await user.clear(field('第 2 行班级名称'));
    await user.type(field('第 2 行班级名称'), '高一（实验）班');
    await user.type(field('第 1 行备注'), '走班');
    await user.tab();
    await user.click(submit(2));
    await screen.findByText('已新增 2 个班级');
    expect(portal.requests(batchCreate)[0]?.body).toEqual({
      items: [
        { period: 4, grade: 10, class_name: '高一（1）班', class_no: 1, remark: '走班' },
        { period: 4, grade: 10, class_name: '高一（实验）班', class_no: 2 },
      ],
    });
    await waitFor(() => expect(address()).toEqual({}));
    expect(portal.requests(calls.list)).toHaveLength(2);
  });

  it('shows a server error at the field of its line, until the field changes', async () => {
    portal.answer(
      batchCreate,
      refusal('PSY_INVALID_INPUT', {
        details: [
          { field: '/items/1/class_name', message: '同一学年、同一年级已有这个名称的班级' },
          { field: '/items/0/year_id', message: '没有这个学年' },
        ],
      }),
    );
    const { user } = await opened();
    await chooseGrade(user, '初中', '初二');
    await user.click(submit(8));
    await waitFor(() => expect(field('第 2 行班级名称')).toHaveAttribute('aria-invalid', 'true'));
    expect(screen.getByText('同一学年、同一年级已有这个名称的班级')).toBeInTheDocument();
    expect(screen.getByText('没有这个学年')).toBeInTheDocument();
    expect(screen.queryByText('提交的内容有误，请检查后重试')).not.toBeInTheDocument();
    await user.type(field('第 2 行班级名称'), '甲');
    await waitFor(() => expect(screen.queryByText('同一学年、同一年级已有这个名称的班级')).not.toBeInTheDocument());
  });

  it('validates every line before it sends a request', async () => {
    const { user } = await opened();
    await chooseGrade(user, '初中', '初二');
    await user.clear(field('第 3 行班级名称'));
    await user.tab();
    await user.click(submit(8));
    expect(await screen.findByText('请填写班级名称')).toBeInTheDocument();
    await waitFor(() => expect(field('第 3 行班级名称')).toHaveFocus());
    expect(portal.requests(batchCreate)).toHaveLength(0);
  });

  it("shows the tenant's own fields in every line", async () => {
    const { user } = await opened(visit({ at: '/org-manage/class?batch-create=1', schema: schemaOf2003 }));
    await chooseGrade(user, '初中', '初二');
    expect([...screen.getByRole('dialog').querySelectorAll('thead th')].map((th) => th.textContent)).toEqual([
      '行政班名称',
      '辅导员',
      '校区',
      '备注',
    ]);
  });

  it('asks before it discards lines', async () => {
    const { user, address } = await opened();
    await chooseGrade(user, '初中', '初二');
    await user.click(screen.getByRole('button', { name: named('取消') }));
    await screen.findByText('有尚未保存的修改', { selector: '.ant-modal-confirm-title' });
    expect(address()).toEqual({ 'batch-create': '1' });
  });

  it('is hidden without the right to create', async () => {
    visit({ at: '/org-manage/class?batch-create=1', acts: ALL_ACTS.filter((act) => act !== 'batch-create') });
    await rowsShown();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: '批量新增' })).not.toBeInTheDocument();
  });
});
