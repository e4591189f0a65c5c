import { act, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { cancelExport, deleteExport, exportTasks, type ExportTask } from '../../../../src/features/exports/contract.ts';
import { EXPORT_STATUS } from '../../../../src/features/exports/web/export-status.ts';
import { ExportList } from '../../../../src/features/exports/web/ExportList.tsx';
import type { DataOf } from '../../../../src/platform/contract/endpoint.ts';
import { aPortal, button, later, named, show } from '../../../support/component.tsx';
import { refusal } from '../../../support/msw.ts';

const portal = aPortal();
const task = (changed: Partial<ExportTask> = {}): ExportTask => ({
  file_id: 'f1',
  type: 1,
  file_name: '学生档案.zip',
  status: EXPORT_STATUS.ready,
  progress: 100,
  file_size: 3 * 1024 * 1024,
  expired_at: '2026-11-23T02:00:00.000Z',
  ...changed,
});
const holds = (...items: ExportTask[]) => portal.answer(exportTasks, { total: items.length, items });
const visit = () => show(<ExportList open />);

afterEach(() => vi.useRealTimers());

it('says that there is no task', async () => {
  holds();
  visit();
  expect(await screen.findByText('暂无下载任务记录')).toBeVisible();
});

it('offers for each task what its state allows', async () => {
  holds(
    task({ file_id: 'f1', file_name: '可下载.zip' }),
    task({ file_id: 'f2', file_name: '打包中.zip', status: EXPORT_STATUS.preparing, progress: 40 }),
    task({ file_id: 'f3', file_name: '已失效.zip', status: EXPORT_STATUS.expired }),
    task({ file_id: 'f4', file_name: '失败.zip', status: EXPORT_STATUS.failed, problem: '文件存储暂时不可用' }),
  );
  visit();
  await screen.findByText('可下载.zip');
  const rows = screen.getAllByRole('listitem');
  const acts = rows.map((row) =>
    within(row)
      .queryAllByRole('button')
      .map((one) => one.getAttribute('aria-label')),
  );
  expect(acts).toEqual([
    ['下载 可下载.zip', '删除 可下载.zip'],
    ['取消打包 打包中.zip'],
    ['删除 已失效.zip'],
    ['删除 失败.zip'],
  ]);
  expect(rows[0]).toHaveTextContent(/任务将于11月23日清除，请及时下载\s3\.0 MB/);
  expect(rows[1]).toHaveTextContent('打包中 40%');
  expect(rows[3]).toHaveTextContent('打包失败');
  expect(rows[3]).toHaveTextContent('文件存储暂时不可用');
});

it('asks before it cancels packing, cancels once, and says that it was cancelled', async () => {
  holds(task({ status: EXPORT_STATUS.preparing, progress: 40 }));
  portal.answer(cancelExport, () => {
    holds(task({ status: EXPORT_STATUS.failed, problem: '您已取消打包' }));
    return { ok: true as const };
  });
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '取消打包 学生档案.zip' }));
  expect(portal.requests(cancelExport)).toEqual([]);
  await user.dblClick(await screen.findByRole('button', { name: '取消打包' }));
  expect(await screen.findByText('您已取消打包')).toBeVisible();
  expect(portal.requests(cancelExport).map(({ params }) => params)).toEqual([{ id: 'f1' }]);
});

it('asks before a file is deleted, deletes it once, and takes it from the list', async () => {
  holds(task());
  const deleted = later<DataOf<typeof deleteExport>>();
  portal.answer(deleteExport, async () => {
    const answer = await deleted.answer();
    holds();
    return answer;
  });
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '删除 学生档案.zip' }));
  expect(portal.requests(deleteExport)).toEqual([]);
  await user.dblClick(await screen.findByRole('button', { name: '删除文件' }));
  await waitFor(() => expect(portal.requests(deleteExport).map(({ params }) => params)).toEqual([{ id: 'f1' }]));
  deleted.give({ ok: true });
  expect(await screen.findByText('暂无下载任务记录')).toBeVisible();
  expect(portal.requests(deleteExport)).toHaveLength(1);
});

it('keeps the file in the list and says why when it cannot be deleted', async () => {
  holds(task());
  portal.answer(deleteExport, refusal('PSY_CONFLICT', { message: '文件正在打包' }));
  const { user } = visit();
  await user.click(await screen.findByRole('button', { name: '删除 学生档案.zip' }));
  await user.click(await screen.findByRole('button', { name: '删除文件' }));
  expect(await screen.findByText('文件正在打包')).toBeVisible();
  expect(screen.getByText('学生档案.zip')).toBeVisible();
});

it('shows a failure, and the tasks after a retry', async () => {
  portal.answer(exportTasks, refusal('PSY_UNKNOWN', { status: 500 }));
  const { user } = visit();
  const again = await screen.findByRole('button', { name: named('重试') });
  holds(task());
  await user.click(again);
  expect(await screen.findByText('学生档案.zip')).toBeVisible();
  expect(button('下载 学生档案.zip')).toBeEnabled();
});

it('asks again every five seconds while a file is packed, and then no more', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  holds(task({ status: EXPORT_STATUS.preparing, progress: 40 }));
  visit();
  expect(await screen.findByText('打包中 40%')).toBeVisible();
  holds(task());
  await act(() => vi.advanceTimersByTimeAsync(5000));
  expect(await screen.findByRole('button', { name: '下载 学生档案.zip' })).toBeVisible();
  const asked = portal.requests(exportTasks).length;
  await act(() => vi.advanceTimersByTimeAsync(30_000));
  expect(portal.requests(exportTasks)).toHaveLength(asked);
});
