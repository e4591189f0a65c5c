import { SchemaError } from '../../../../platform/schema/server/core.ts';
import { problemText, type SchemaReport } from '../../../../platform/schema/server/report.ts';
import { readPackFiles } from './pack-files.ts';
import { openPacks } from './registry.ts';

/** Validates every pack in a `schemas` folder for the editor: each problem with file, JSON Pointer, reason and fix. */
export function reportPacks(folder: string): SchemaReport {
  try {
    const found = openPacks({ folder }).problems();
    if (found.length > 0) return { ok: false, text: found.map(problemText).join('\n\n') };
    const { shared, tenants } = readPackFiles(folder);
    const count = tenants.reduce((sum, { files }) => sum + files.length, shared.length);
    return { ok: true, text: `✓ 量表没有问题：${count} 个文件，例子都成立。` };
  } catch (error) {
    if (error instanceof SchemaError) return { ok: false, text: error.problems.map(problemText).join('\n\n') };
    throw error;
  }
}
