import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import { inCharge } from '../../staff/contract/in-charge.ts';
import { departmentGrades, departmentsTree, updateDepartment, type DepartmentNode } from '../contract/structure.ts';
import { withMoved, type Place } from './places.ts';

const TREE = ['departments-tree'];

export const useDepartments = () =>
  useQuery({ queryKey: TREE, queryFn: ({ signal }) => call(departmentsTree, {}, { signal, quiet: true }) });
export const useGrades = (id: string | undefined) =>
  useQuery({
    queryKey: ['department-grades', id],
    enabled: id !== undefined,
    queryFn: ({ signal }) => call(departmentGrades, { params: { id: id ?? '' } }, { signal, quiet: true }),
  });
/** Who is in charge of what, and whom to choose from. */
export const useInCharge = (enabled = true) =>
  useQuery({ queryKey: ['in-charge'], enabled, queryFn: ({ signal }) => call(inCharge, {}, { signal, quiet: true }) });

/** Reads again what a change may have touched. */
export function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all([TREE, ['department-grades'], ['in-charge']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/**
 * Moves a department: at once on the screen, then on the server; what is true afterwards is read again, whether it was
 * refused or not.
 */
export function useMove(rootId: string | undefined) {
  const client = useQueryClient();
  const reload = useReload();
  return async (moved: DepartmentNode, { parent_id, before_id }: Place): Promise<void> => {
    await client.cancelQueries({ queryKey: TREE });
    client.setQueryData<DepartmentNode[]>(TREE, (nodes) => nodes && withMoved(nodes, moved, { parent_id, before_id }));
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
