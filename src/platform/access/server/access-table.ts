import type { EndpointSpec } from '../../contract/endpoint.ts';
import { codesOf } from '../../schema/labels.ts';
import { isOwnArea, OWN_AREA } from '../../schema/own-resource.ts';
import { featureTest } from '../feature-expression.ts';
import { AREAS } from '../generated/areas.ts';
import { ACCESS_COLUMNS, type AccessRow } from './enforcers.ts';
import { readPolicyRows, readPolicyText, requireKnown, rowError } from './policy-file.ts';
import { OPEN } from './rights.ts';

const IDENTITIES = codesOf('identity');
const ROLES = codesOf('role');
const ORG_TYPES = codesOf('org_type');
const EDU_LEVELS = codesOf('edu_level');

/** The acts of each area; opening its page is always one. */
export function actsByArea(endpoints: readonly EndpointSpec[]): Map<string, Set<string>> {
  const acts = new Map<string, Set<string>>(AREAS.map((area) => [area, new Set([OPEN])]));
  for (const { access } of endpoints) {
    if (access.auth === 'org') acts.set(access.area, (acts.get(access.area) ?? new Set([OPEN])).add(access.act));
  }
  return acts;
}

/** The areas that have a line in `access.csv`. @throws PolicyError */
export const areasIn = async (dir: string, own?: string): Promise<ReadonlySet<string>> =>
  new Set(
    readPolicyRows(
      'access.csv',
      await readPolicyText({ dir, ...(own !== undefined && { own }) }, 'access.csv'),
      ACCESS_COLUMNS,
    ).map((row) => row.cells.area),
  );

/** The acts of an area. The area of a tenant's own resource has the acts of all areas. */
export const actsOf = (acts: ReadonlyMap<string, ReadonlySet<string>>, area: string) =>
  acts.get(isOwnArea(area) ? OWN_AREA : area);

function checkAccessRow(row: AccessRow, acts: ReadonlyMap<string, ReadonlySet<string>>) {
  const { ptype, area, features } = row.cells;
  if (ptype !== 'p') throw rowError(row, `第一列是 ${ptype}`, '应为 p');
  const known = actsOf(acts, area);
  if (!known)
    throw rowError(
      row,
      `area 列的 ${area} 不是已知的区域`,
      '请改正名称；新的区域要有使用它的页面或接口，并运行 npm run gen',
    );
  requireKnown(row, 'act', known, `${area} 的操作`);
  requireKnown(row, 'identities', IDENTITIES, '身份');
  requireKnown(row, 'roles', ROLES, '角色');
  requireKnown(row, 'org_types', ORG_TYPES, '组织类型');
  requireKnown(row, 'edu_levels', EDU_LEVELS, '教育层次');
  try {
    featureTest(features);
  } catch (error) {
    throw rowError(
      row,
      `features 列的 ${features} 无法解析：${error instanceof Error ? error.message : ''}`,
      '可用功能名、||、&&、! 和括号，不限制时写 *',
    );
  }
}

/**
 * Reads the rows of `access.csv`.
 *
 * @throws PolicyError at the first invalid row; Error where an endpoint's area has no row
 */
export function readAccess(
  text: string,
  endpoints: readonly EndpointSpec[],
  acts: ReadonlyMap<string, ReadonlySet<string>>,
): AccessRow[] {
  const rows = readPolicyRows('access.csv', text, ACCESS_COLUMNS);
  for (const row of rows) checkAccessRow(row, acts);
  const areas = new Set(rows.map((row) => row.cells.area));
  const orphan = endpoints.find(({ access }) => access.auth === 'org' && !areas.has(access.area));
  if (orphan?.access.auth === 'org')
    throw new Error(
      `policies/access.csv 没有 ${orphan.access.area} 的行，${orphan.name}（${orphan.path}）无人可用。请加一行`,
    );
  return rows;
}
