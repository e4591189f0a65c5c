import {
  readPolicyTable,
  requireKnown,
  rowError,
  valuesOf,
  type PolicyTable,
} from '../../../../platform/access/server/policy-file.ts';

/** One default step of an escalation, for tenants without rules of their own. */
export interface DefaultStep {
  name: string;
  roles: readonly number[];
  minutes: { level_1: number; level_2: number; level_3: number };
  sms: boolean;
}

/**
 * Parses `policies/escalation.csv`; keeps its order.
 *
 * @throws PolicyError
 */
export function readEscalation(text: string, roles: ReadonlySet<string>): readonly DefaultStep[] {
  return readPolicyTable('escalation.csv', text, ['name', 'roles', 'level_1', 'level_2', 'level_3', 'sms']).map(
    (row) => {
      requireKnown(row, 'roles', roles, '角色');
      const minutes = (column: 'level_1' | 'level_2' | 'level_3'): number => {
        if (!/^[1-9][0-9]{0,3}$/.test(row.cells[column]))
          throw rowError(row, `${column} 列是 ${row.cells[column]}`, '应为分钟数');
        return Number(row.cells[column]);
      };
      if (!['yes', 'no'].includes(row.cells.sms)) throw rowError(row, `sms 列是 ${row.cells.sms}`, '应为 yes 或 no');
      return {
        name: row.cells.name,
        roles: valuesOf(row.cells.roles).map(Number),
        minutes: { level_1: minutes('level_1'), level_2: minutes('level_2'), level_3: minutes('level_3') },
        sms: row.cells.sms === 'yes',
      };
    },
  );
}

/** The default steps of an escalation (`policies/escalation.csv`). */
export const escalationTable: PolicyTable<readonly DefaultStep[]> = { file: 'escalation.csv', read: readEscalation };
