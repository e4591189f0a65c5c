import { onlineManager } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { EntitySchema } from '../../../../src/platform/schema/types.ts';
import { refusal } from '../../../support/msw.ts';
import { aSchool, calls, chooseOption, classRow, dialog, named, rowsShown, schemaOf2003, visit } from './support.tsx';

const portal = aSchool();
const save = () => screen.getByRole('button', { name: /保\s?存$/ });
const name = async () => within(await dialog()).findByRole('textbox', { name: /^(行政班|班级)名称$/ });
const box = (label: string) => within(screen.getByRole('dialog')).getByRole('combobox', { name: label });
/** The help or error below a field. */
const note = (input: HTMLElement) => document.getElementById(input.getAttribute('aria-describedby') ?? '')?.textContent;

type User = ReturnType<typeof visit>['user'];
async function fillIn(user: User, className: string) {
  await name();
  await chooseOption(user, box('学段'), '初中');
  await chooseOption(user, box('年级'), '初二');
  await user.type(await name(), className);
}

describe('a form', () => {
  it('has the fields, groups and help of the schema', async () => {
    visit({ at: '/org-manage/class?create=1' });
    await name();
    const form = screen.getByRole('dialog');
    expect([...form.querySelectorAll('label')].map((label) => label.textContent)).toEqual([
      '学段',
      '年级',
      '班级名称',
      '班号',
      '学年',
      '备注',
    ]);
    expect([...form.querySelectorAll('legend')].map((legend) => legend.textContent)).toEqual(['基本信息', '其他']);
    expect(note(await name())).toBe('例如 初一（3）班，同一学年、同一年级内不能重名');
    expect(await name()).toHaveAttribute('aria-required', 'true');
    expect(box('学段')).toHaveFocus();
  });

  it("has the fields of the tenant's overlay", async () => {
    visit({ at: '/org-manage/class?create=1', schema: schemaOf2003 });
    await name();
    expect([...screen.getByRole('dialog').querySelectorAll('label')].map((label) => label.textContent)).toEqual([
      '学段',
      '年级',
      '行政班名称',
      '辅导员',
      '学年',
      '校区',
      '备注',
    ]);
  });

  it('shows an error at each missing field and focuses the first', async () => {
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await name();
    await user.type(screen.getByRole('spinbutton', { name: '班号' }), '120');
    await user.click(save());
    await waitFor(() => expect(note(box('学段'))).toBe('请选择学段'));
    expect(note(box('年级'))).toBe('请选择年级');
    expect(note(await name())).toBe('请填写班级名称');
    expect(note(screen.getByRole('spinbutton', { name: '班号' }))).toBe('不能大于 99');
    expect(box('学段')).toHaveFocus();
    expect(portal.requests(calls.create)).toHaveLength(0);

    // The error disappears as soon as the value is valid.
    await user.type(await name(), '初二（9）班');
    await user.tab();
    await waitFor(async () => expect(await name()).not.toHaveAttribute('aria-invalid'));
  });

  it("shows the schema's own message for a failed pattern", async () => {
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await fillIn(user, ' 初二 ');
    await user.click(save());
    await waitFor(async () => expect(note(await name())).toBe('首尾不能有空格'));
  });

  it('creates the row, confirms it, and closes', async () => {
    portal.answer(calls.create, ({ body }) => ({ class_id: 'c9', ...(body as object) }));
    const { user, address } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '新增班级' }));
    expect(address()).toEqual({ create: '1' });
    await fillIn(user, '初二（9）班');
    await user.click(save());
    await screen.findByText('保存成功');
    expect(portal.requests(calls.create)[0]?.body).toEqual({ period: 3, grade: 8, class_name: '初二（9）班' });
    await waitFor(() => expect(address()).toEqual({}));
    expect(portal.requests(calls.list)).toHaveLength(2);
  });

  it('is submitted by Enter, with the buffered input', async () => {
    portal.answer(calls.create, { class_id: 'c9' });
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await fillIn(user, '初二（9）班{Enter}');
    // The button is outside of the form, where the emulated Enter does not find it.
    fireEvent.submit((await name()).closest('form') ?? document.body);
    await waitFor(() => expect(portal.requests(calls.create)[0]?.body).toMatchObject({ class_name: '初二（9）班' }));
  });

  it('is sent once when it is submitted several times', async () => {
    let finish = (): void => undefined;
    portal.answer(
      calls.create,
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ class_id: 'c9' });
        }),
    );
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await fillIn(user, '初二（9）班');
    const form = (await name()).closest('form') ?? document.body;
    fireEvent.submit(form);
    fireEvent.submit(form);
    await user.click(screen.getByRole('button', { name: /保\s?存/ }));
    await waitFor(() => expect(portal.requests(calls.create)).toHaveLength(1));
    finish();
    await screen.findByText('保存成功');
    expect(portal.requests(calls.create)).toHaveLength(1);
  });

  it("shows the server's messages at their fields, others above, until the field changes", async () => {
    portal.answer(
      calls.create,
      refusal('PSY_INVALID_INPUT', {
        details: [
          { field: '/class_name', message: '同一学年、同一年级已有这个名称的班级' },
          { field: '/student_count', message: '人数超出学校的名额' },
        ],
      }),
    );
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await fillIn(user, '初二（1）班');
    await user.click(save());
    await waitFor(async () => expect(note(await name())).toBe('同一学年、同一年级已有这个名称的班级'));
    expect(await name()).toHaveFocus();
    expect(within(screen.getByRole('dialog')).getByText('人数超出学校的名额')).toBeInTheDocument();
    // Shown in the form, without an additional message.
    expect(screen.queryByText('提交的内容有误，请检查后重试')).not.toBeInTheDocument();
    await user.type(await name(), '甲');
    await waitFor(async () => expect(note(await name())).toBe('例如 初一（3）班，同一学年、同一年级内不能重名'));

    portal.answer(calls.create, { class_id: 'c9' });
    await user.click(save());
    await screen.findByText('保存成功');
  });

  it('shows a general failure above the fields, and can be sent again', async () => {
    portal.answer(calls.create, refusal('PSY_CONFLICT', { message: '刚刚由他人保存' }));
    // A browser that reports to be offline sends the request anyway.
    onlineManager.setOnline(false);
    onTestFinished(() => onlineManager.setOnline(true));
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await fillIn(user, '初二（1）班');
    await user.click(save());
    expect(await within(screen.getByRole('dialog')).findByRole('alert')).toHaveTextContent('刚刚由他人保存');
    await waitFor(() => expect(save()).toBeEnabled());
    await user.click(save());
    await waitFor(() => expect(portal.requests(calls.create)).toHaveLength(2));
    // Both attempts have the same idempotency key.
    const [first, second] = portal.requests(calls.create).map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[\w-]{20,}$/);
    expect(second).toBe(first);
  });

  it('offers the grades of the selected period, and clears a grade of another', async () => {
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await name();
    await chooseOption(user, box('学段'), '初中');
    await chooseOption(user, box('年级'), '初二');
    await chooseOption(user, box('学段'), '高中');
    await waitFor(() => expect(box('年级').closest('.ant-select')).not.toHaveTextContent('初二'));
    await chooseOption(user, box('年级'), '高一');
    expect(box('年级').closest('.ant-select')).toHaveTextContent('高一');
  });
});

describe('an edit', () => {
  it('starts with the current row, and sends only changes', async () => {
    portal.answer(calls.get, classRow(1, { remark: '走班' }));
    portal.answer(calls.update, classRow(1));
    const { user, address } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '编辑 初一（1）班' }));
    expect(address()).toEqual({ edit: 'c1' });
    expect(await name()).toHaveValue('初一（1）班');
    // Can be set on creation only.
    expect(within(screen.getByRole('dialog')).queryByRole('combobox', { name: '学年' })).not.toBeInTheDocument();
    await user.clear(screen.getByRole('textbox', { name: '备注' }));
    await user.clear(await name());
    await user.type(await name(), '初一（甲）班');
    await user.click(save());
    await screen.findByText('保存成功');
    expect(portal.requests(calls.update)[0]).toMatchObject({
      params: { id: 'c1' },
      body: { class_name: '初一（甲）班', remark: null, updated_at: '2026-09-01T02:03:04.000Z' },
    });
    expect(Object.keys(portal.requests(calls.update)[0]?.body as object)).toHaveLength(3);
  });

  it('shows a field that the role does not fill in only to read, and none that it does not see', async () => {
    const { counsellor_name: counsellor, campus, ...rest } = schemaOf2003.properties;
    if (!counsellor || !campus) throw new Error('the overlay has other fields');
    const schema: EntitySchema = {
      ...schemaOf2003,
      properties: {
        ...rest,
        counsellor_name: { ...counsellor, readOnly: true, default: '某人' },
        campus: { ...campus, 'x-hidden': true, 'x-unseen': true, 'x-default': 'east' },
      },
    };
    portal.answer(calls.get, classRow(1, { counsellor_name: '周老师' }));
    portal.answer(calls.update, classRow(1));
    const { user } = visit({ at: '/org-manage/class?edit=c1', schema });
    await name();
    const form = within(screen.getByRole('dialog'));
    expect(form.queryByRole('textbox', { name: '辅导员' })).toBeNull();
    expect(form.getByRole('region', { name: '只能查看' })).toHaveTextContent('辅导员周老师');
    expect(form.queryByText(campus.title)).toBeNull();
    await user.type(form.getByRole('textbox', { name: '备注' }), '走班');
    await user.click(save());
    await screen.findByText('保存成功');
    expect(portal.requests(calls.update)[0]?.body).toEqual({
      remark: '走班',
      updated_at: '2026-09-01T02:03:04.000Z',
    });
  });

  it('without changes sends nothing', async () => {
    portal.answer(calls.get, classRow(1));
    const { user, address } = visit({ at: '/org-manage/class?edit=c1' });
    await name();
    await user.click(save());
    await waitFor(() => expect(address()).toEqual({}));
    expect(portal.requests(calls.update)).toHaveLength(0);
  });

  it.each([
    ['is gone', 'PSY_NOT_FOUND', '内容不存在或已被删除'],
    ['is out of reach', 'PSY_OUT_OF_REACH', '权限不足：内容不存在，或不在您的管理范围内'],
  ] as const)('reports that the row %s, and offers no retry', async (_, code, text) => {
    portal.answer(calls.get, refusal(code));
    visit({ at: '/org-manage/class?edit=c1' });
    expect(await within(await dialog()).findByText(text)).toBeInTheDocument();
    for (const button of ['保存', '重试'])
      expect(screen.queryByRole('button', { name: named(button) })).not.toBeInTheDocument();
  });
});

describe('leaving a form', () => {
  const typed = async () => {
    const page = visit();
    await rowsShown();
    await page.user.click(screen.getByRole('button', { name: '新增班级' }));
    await page.user.type(await name(), '初');
    return page;
  };

  it('asks when there are changes, and stays or leaves by the answer', async () => {
    const { user, address } = await typed();
    await user.click(screen.getByRole('button', { name: named('取消') }));
    await screen.findByText('有尚未保存的修改', { selector: '.ant-modal-confirm-title' });
    expect(address()).toEqual({ create: '1' });
    await user.click(screen.getByRole('button', { name: '继续编辑' }));
    expect(await name()).toHaveValue('初');

    await user.click(screen.getByRole('button', { name: named('取消') }));
    await user.click(await screen.findByRole('button', { name: '放弃修改' }));
    await waitFor(() => expect(address()).toEqual({}));
  });

  it('asks before Back, and before another page', async () => {
    const { user, router } = await typed();
    await router.navigate(-1);
    await user.click(await screen.findByRole('button', { name: '继续编辑' }));
    expect(router.state.location.search).toBe('?create=1');
    void router.navigate('/elsewhere');
    await user.click(await screen.findByRole('button', { name: '放弃修改' }));
    await screen.findByText('别处');
  });

  it('asks before the tab is closed, only when there are changes', async () => {
    const closing = () => {
      const event = new Event('beforeunload', { cancelable: true });
      window.dispatchEvent(event);
      return event.defaultPrevented;
    };
    const { user } = visit({ at: '/org-manage/class?create=1' });
    await name();
    expect(closing()).toBe(false);
    await user.type(await name(), '初');
    expect(closing()).toBe(true);
    await user.clear(await name());
    await waitFor(() => expect(closing()).toBe(false));
  });

  it('does not ask without a change', async () => {
    const { user, address } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '新增班级' }));
    await name();
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: named('取消') }));
    await waitFor(() => expect(address()).toEqual({}));
    expect(screen.queryByText('有尚未保存的修改')).not.toBeInTheDocument();
  });
});
