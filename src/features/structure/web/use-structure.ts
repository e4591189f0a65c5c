import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { departmentGrades, departmentsTree, updateDepartment, type DepartmentNode } from '../../organisation/public.ts';
import { inCharge } from '../contract.ts';
import { withNodeMoved, type Place } from './department-positions.ts';

const TREE = ['departments-tree'];

export const useDepartments = () =>
  useQuery({ queryKey: TREE, queryFn: ({ signal }) => call(departmentsTree, {}, { signal, quiet: true }) });
export const useGrades = (id: string | undefined) =>
  useQuery({
    queryKey: ['department-grades', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(departmentGrades, { params: { id: id ?? '' } }, { signal, quiet: true }),
  });
/** The staff in charge of grades and classes, and the staff to choose from. */
export const useInCharge = (enabled = true) =>
  useQuery({ queryKey: ['in-charge'], enabled, queryFn: ({ signal }) => call(inCharge, {}, { signal, quiet: true }) });

/** Reloads everything that a change of the structure may affect. */
export function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([TREE, ['department-grades'], ['in-charge']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Moves a department: first on the screen, then on the server. Reloads after success and failure. */
export function useMove(rootId: string | undefined) {
  const client = useQueryClient();
  const reload = useReload();
  return async (moved: DepartmentNode, { parent_id, before_id }: Place): Promise<void> => {
    await client.cancelQueries({ queryKey: TREE });
    client.setQueryData<DepartmentNode[]>(
      TREE,
      (nodes) => nodes && withNodeMoved(nodes, moved, { parent_id, before_id }),
    );
    try {
      await call(
        updateDepartment,
        { params: { id: moved.node_id }, body: { parent_id: parent_id === rootId ? null : parent_id, before_id } },
        { quiet: true },
      );
    } finally {
      await reload();
    }
  };
}
