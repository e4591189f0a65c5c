import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs';
import path from 'node:path';
import { syncFolder } from '../../platform/runtime/server/durable-file.ts';
import { StartError } from '../../platform/runtime/server/start-error.ts';

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

const REASONS: Readonly<Record<string, string>> = {
  EACCES: '没有写入的权限',
  EPERM: '没有写入的权限',
  EROFS: '它所在的磁盘是只读的',
  ENOTDIR: '这个路径或它的上级是一个文件，不是目录',
  ENOSPC: '磁盘已满',
  ENOENT: '系统不允许在那里新建目录或文件',
};

/**
 * Creates the folders of a path one by one: Node's `recursive` option never returns where the system refuses new
 * folders in an existing one, as below /proc. A new folder's entry is synced.
 */
function make(dir: string): void {
  if (existsSync(dir)) return;
  const parent = path.dirname(dir);
  if (parent !== dir) make(parent);
  try {
    mkdirSync(dir, { mode: 0o700 });
    syncFolder(parent);
  } catch (error) {
    // Another process has created it meanwhile.
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/**
 * Creates a folder for data, readable by its owner only, and checks that files can be created in it.
 *
 * @throws StartError naming the reason
 */
export function openDataFolder(dir: string): void {
  try {
    make(dir);
    rmdirSync(mkdtempSync(path.join(dir, '.tried-')));
  } catch (cause) {
    throw new StartError(
      `数据目录 ${dir} 不能使用：${REASONS[codeOf(cause)] ?? '写不进去'}。请换一个可以写入的目录（DATA_DIR）`,
      { cause },
    );
  }
}
