import { act, screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { ResourcePage } from '../../../../src/platform/crud/web/ResourcePage.tsx';
import { Sheet } from '../../../../src/platform/crud/web/Sheet.tsx';
import type { RowDialogProps, RowExtra, RowsDialogProps } from '../../../../src/platform/feature/web/row-extra.ts';
import type { Row } from '../../../../src/platform/resources/contract/resource.ts';
import { refusal } from '../../../support/msw.ts';
import { ALL_ACTS, aSchool, calls, classRows, dialog, holds, named, rowsShown, visit } from './support.tsx';

const portal = aSchool();
const boxes = () => document.querySelectorAll<HTMLInputElement>('.ant-table-row .ant-checkbox-input');

describe('a dialog about a row', () => {
  function Note({ of, onClose }: { of: string | undefined; onClose: () => void }) {
    const [text, setText] = useState('');
    return (
      <Sheet open={of !== undefined} title="说明" onClose={onClose}>
        <input aria-label="写" value={text} onChange={({ target }) => setText(target.value)} />
      </Sheet>
    );
  }
  it.each([
    [
      'in the address',
      {
        key: 'note',
        label: '说明',
        linked: true,
        Dialog: ({ id, onClose }: RowDialogProps) => <Note of={id} onClose={onClose} />,
      },
    ],
    [
      'of rows',
      {
        key: 'note',
        label: '说明',
        Dialog: ({ rows, onClose }: RowsDialogProps) => <Note of={rows && 'rows'} onClose={onClose} />,
      },
    ],
  ] satisfies [string, RowExtra][])(
    '%s is closed by Back, and keeps no input of one row for the next',
    async (_, extra) => {
      const { user, router } = visit({ page: <ResourcePage name="class" rowExtras={[extra]} /> });
      await rowsShown();
      await user.click(screen.getByRole('button', { name: '说明 初一（1）班' }));
      await user.type(await screen.findByLabelText('写'), '只说一班');
      await act(() => router.navigate(-1));
      await waitFor(() => expect(screen.queryByLabelText('写')).not.toBeInTheDocument());
      await user.click(screen.getByRole('button', { name: '说明 初一（2）班' }));
      expect(await screen.findByLabelText('写')).toHaveValue('');
    },
  );
});

describe('a dialog that is unmounted', () => {
  function Page() {
    const [open, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          写一段
        </button>
        {open && (
          <Sheet open title="说明" onClose={() => setOpen(false)}>
            …
          </Sheet>
        )}
      </>
    );
  }
  it('returns the focus to the element that opened it', async () => {
    const { user } = visit({ page: <Page /> });
    const opener = await screen.findByRole('button', { name: '写一段' });
    await user.click(opener);
    await user.click(within(await dialog()).getByRole('button', { name: named('关闭') }));
    await waitFor(() => expect(opener).toHaveFocus());
  });
});

/** Classes without students. */
const emptyClasses = (count: number): Row[] => classRows(count).map((row) => ({ ...row, student_count: 0 }));

describe('deleting', () => {
  beforeEach(() => holds(emptyClasses(3)));

  it('says beforehand that there are students in the class, and offers no deletion', async () => {
    holds(classRows(3));
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '删除 初一（2）班' }));
    const box = await dialog();
    expect(within(box).getByRole('alert')).toHaveTextContent('初一（2）班还有 42 名在读学生。请先将学生转到其他班级');
    expect(within(box).queryByRole('button', { name: /删除/ })).toBeNull();
  });

  it('names the row, asks for confirmation, and deletes', async () => {
    portal.answer(calls.delete, ({ params }) => {
      holds(emptyClasses(3).filter((row) => row['class_id'] !== params['id']));
      return { ok: true as const, total: 1 };
    });
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '删除 初一（2）班' }));
    const box = await dialog();
    expect(box).toHaveTextContent('初一（2）班');
    expect(portal.requests(calls.delete)).toHaveLength(0);
    await user.click(within(box).getByRole('button', { name: '删除 1 个班级' }));
    await screen.findByText('已删除 1 个班级');
    expect(portal.requests(calls.delete)[0]?.params).toEqual({ id: 'c2' });
    await screen.findByText('共 2 个班级');
  });

  it('is cancelled by Back, which leaves the list unchanged', async () => {
    const { user, router } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '删除 初一（2）班' }));
    await dialog();
    await act(() => router.navigate(-1));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
    expect(router.state.location.pathname).toBe('/org-manage/class');
    await act(() => router.navigate(-1));
    await screen.findByText('别处');
  });

  it("shows the server's reason instead of the confirm button after a refusal", async () => {
    portal.answer(calls.delete, refusal('PSY_CLASS_HAS_STUDENTS', { message: '初一（1）班还有 45 名学生，不能删除' }));
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '删除 初一（1）班' }));
    const box = await dialog();
    await user.click(within(box).getByRole('button', { name: '删除 1 个班级' }));
    expect(await within(box).findByRole('alert')).toHaveTextContent('初一（1）班还有 45 名学生，不能删除');
    expect(within(box).queryByRole('button', { name: '删除 1 个班级' })).not.toBeInTheDocument();
    // Shown in the dialog only.
    expect(screen.getAllByText('初一（1）班还有 45 名学生，不能删除')).toHaveLength(1);

    // Another attempt starts without the previous reason.
    await user.click(within(box).getByRole('button', { name: named('关闭') }));
    await user.click(screen.getByRole('button', { name: '删除 初一（3）班' }));
    await waitFor(() => expect(screen.getByRole('button', { name: '删除 1 个班级' })).toBeInTheDocument());
    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
  });

  it('sends one request when the button is pressed several times', async () => {
    let finish = (): void => undefined;
    portal.answer(
      calls.delete,
      () =>
        new Promise((resolve) => {
          finish = () => resolve({ ok: true, total: 1 });
        }),
    );
    const { user } = visit();
    await rowsShown();
    await user.click(screen.getByRole('button', { name: '删除 初一（2）班' }));
    const verb = within(await dialog()).getByRole('button', { name: /删除 1 个班级/ });
    await user.dblClick(verb);
    await user.click(verb);
    await waitFor(() => expect(portal.requests(calls.delete)).toHaveLength(1));
    finish();
    await screen.findByText('已删除 1 个班级');
    expect(portal.requests(calls.delete)).toHaveLength(1);
  });
});

describe('a selection', () => {
  beforeEach(() => holds(emptyClasses(3)));

  it('shows its size, is kept across pages, and is deleted in one request', async () => {
    holds(emptyClasses(12));
    portal.answer(calls.batchDelete, ({ body }) => ({ total: (body as { ids: string[] }).ids.length }));
    const { user, router } = visit();
    await rowsShown();
    await user.click(boxes()[0] ?? document.body);
    await user.click(boxes()[1] ?? document.body);
    await router.navigate('?page=2');
    await screen.findByText('初一（12）班');
    await user.click(boxes()[1] ?? document.body);
    expect(screen.getByText(/已选择/)).toHaveTextContent('已选择 3 项');
    // The acts of the page are replaced by those of the selection.
    expect(screen.queryByRole('button', { name: '新增班级' })).not.toBeInTheDocument();

    await user.click(screen.getByRole('button', { name: '删除 3 个班级' }));
    const box = await dialog();
    expect(box).toHaveTextContent('初一（1）班、初一（2）班、初一（12）班');
    await user.click(within(box).getByRole('button', { name: '删除 3 个班级' }));
    await screen.findByText('已删除 3 个班级');
    expect(portal.requests(calls.batchDelete)[0]?.body).toEqual({ ids: ['c1', 'c2', 'c12'] });
    await screen.findByRole('button', { name: '新增班级' });
  });

  it('lists the reason for each row that cannot be deleted, and is kept', async () => {
    portal.answer(
      calls.batchDelete,
      refusal('PSY_CLASS_HAS_STUDENTS', {
        message: '有班级中还有学生',
        details: [
          { field: '/ids/0', message: '初一（1）班还有 45 名学生' },
          { field: '/ids/1', message: '初一（2）班还有 46 名学生' },
        ],
      }),
    );
    const { user } = visit();
    await rowsShown();
    await user.click(boxes()[0] ?? document.body);
    await user.click(boxes()[1] ?? document.body);
    await user.click(screen.getByRole('button', { name: '删除 2 个班级' }));
    const box = await dialog();
    await user.click(within(box).getByRole('button', { name: '删除 2 个班级' }));
    const alert = await within(box).findByRole('alert');
    for (const text of ['有班级中还有学生', '初一（1）班还有 45 名学生', '初一（2）班还有 46 名学生'])
      expect(alert).toHaveTextContent(text);
    await user.click(within(box).getByRole('button', { name: named('关闭') }));
    expect(screen.getByText(/已选择/)).toHaveTextContent('已选择 2 项');
  });

  it('is cleared with the query', async () => {
    const { user, router } = visit();
    await rowsShown();
    await user.click(boxes()[0] ?? document.body);
    await screen.findByText(/已选择/);
    await router.navigate('?class_name=x');
    await waitFor(() => expect(screen.queryByText(/已选择/)).not.toBeInTheDocument());
  });

  it('can be made with the keyboard, and only if there is a batch act', async () => {
    const { user } = visit();
    await rowsShown();
    boxes()[2]?.focus();
    await user.keyboard(' ');
    expect(await screen.findByText(/已选择/)).toHaveTextContent('已选择 1 项');
    await user.click(screen.getByRole('button', { name: '取消选择' }));
    expect(screen.queryByText(/已选择/)).not.toBeInTheDocument();
  });

  it('is not offered without a permitted batch act', async () => {
    visit({ acts: ALL_ACTS.filter((act) => act !== 'batch-delete' && act !== 'export') });
    await rowsShown();
    expect(boxes()).toHaveLength(0);
  });
});
