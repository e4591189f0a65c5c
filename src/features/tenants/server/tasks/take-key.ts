import { PLATFORM_ORG } from '../../../../platform/context/server/platform-org.ts';
import type { Services } from '../../../../platform/context/server/services.ts';
import { StartError } from '../../../../platform/runtime/server/start-error.ts';
import { logPlatform, type Operator } from '../platform-log.ts';
import { taskOf } from '../queries/tasks.ts';

/** Use of the encrypted transport key of a task. */
export const keyPurpose = (taskId: string): string => `transport key of ${taskId}`;

type Parts = Pick<Services, 'db' | 'clock' | 'ledger' | 'events' | 'installation'>;

/**
 * The transport key of a package that can still be downloaded, as hex, for the person at a terminal of the server. No
 * call of the portal answers with it, so that a person who can download a package cannot open it. The log of the
 * platform says so before the key is known.
 *
 * @throws StartError where the task has no package, or has none any more
 */
export async function takeKey(parts: Parts, by: Operator, taskId: string): Promise<{ name: string; key: string }> {
  const [[task]] = await parts.db.read({ orgId: PLATFORM_ORG, userId: null }, [taskOf(taskId)]);
  if (task?.kind !== 'export') throw new StartError(`没有编号为 ${taskId} 的导出任务`);
  const { state, sealed_key, file_until, about_org, about_name } = task;
  const isOver = file_until === null || Date.parse(file_until) <= parts.clock.now();
  if (state !== 'ready' || sealed_key === null || isOver)
    throw new StartError('数据包已删除、已过期或还没有打包完成，没有可以取出的密钥');
  await logPlatform(parts, by, {
    act: 'reveal',
    resource: 'organisation',
    rowId: about_org,
    rowLabel: about_name,
    after: { content: '传输密钥' },
  });
  return { name: about_name, key: await parts.installation.decrypt(keyPurpose(taskId), sealed_key) };
}
