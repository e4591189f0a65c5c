import { SchemaError, type CoreProblem } from './core.ts';
import { openSchemas } from './registry.ts';

export interface SchemaReport {
  ok: boolean;
  text: string;
}

/** A problem as an operator reads it: file, place, reason and fix. */
export const problemText = ({ file, pointer, reason, fix }: CoreProblem) =>
  `✗ ${file}${pointer === '' ? '' : `  #${pointer}`}\n  原因：${reason}\n  改法：${fix}`;

/**
 * Validates everything in a `schemas` folder for the editor: each problem with file, JSON Pointer, reason and fix.
 * Overlays are validated once the shared files are valid.
 *
 * @param areas Areas that have a line in `policies/access.csv`
 */
export async function reportSchemas(
  folder: string,
  areas: ReadonlySet<string>,
  tenantsDir?: string,
): Promise<SchemaReport> {
  const problems = (list: readonly CoreProblem[]): SchemaReport => ({
    ok: false,
    text: `${list.map(problemText).join('\n\n')}\n\n共 ${list.length} 处问题。`,
  });
  try {
    const schemas = await openSchemas({ folder, areas, ...(tenantsDir !== undefined && { tenantsDir }) });
    const found = schemas.problems();
    return found.length > 0
      ? problems(found)
      : {
          ok: true,
          text: `✓ 资源定义没有问题：${schemas
            .core()
            .map(({ $id, title }) => `${title}（${$id}）`)
            .join('、')}，以及各租户的补丁。`,
        };
  } catch (error) {
    if (error instanceof SchemaError) return problems(error.problems);
    throw error;
  }
}
