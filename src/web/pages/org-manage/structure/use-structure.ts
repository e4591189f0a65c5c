import { useQuery, useQueryClient } from '@tanstack/react-query';
import { departmentGrades, departmentsTree, inCharge, type DepartmentNode } from '../../../../shared/contract/structure.ts';
import { call } from '../../../http/call.ts';

export const useDepartments = () => useQuery({ queryKey: ['departments-tree'], queryFn: ({ signal }) => call(departmentsTree, {}, { signal, quiet: true }) });
export const useGrades = (id: string | undefined) => useQuery({
  queryKey: ['department-grades', id], enabled: id !== undefined, queryFn: ({ signal }) => call(departmentGrades, { params: { id: id ?? '' } }, { signal, quiet: true }),
});
/** Who is in charge of what, and whom to choose from. */
export const useInCharge = (enabled = true) => useQuery({ queryKey: ['in-charge'], enabled, queryFn: ({ signal }) => call(inCharge, {}, { signal, quiet: true }) });

/** Reads again what a change may have touched. */
export function useReload() {
  const client = useQueryClient();
  return () => Promise.all(['departments-tree', 'department-grades', 'in-charge'].map((key) => client.invalidateQueries({ queryKey: [key] })));
}

/** A node with where it stands. */
export interface Placed { node: DepartmentNode; parent: DepartmentNode | undefined }

/** Every node of the tree by its id. */
export function placesOf(nodes: readonly DepartmentNode[]): ReadonlyMap<string, Placed> {
  const places = new Map<string, Placed>();
  const walk = (level: readonly DepartmentNode[], parent: DepartmentNode | undefined) => {
    for (const node of level) {
      places.set(node.node_id, { node, parent });
      walk(node.next_level, node);
    }
  };
  walk(nodes, undefined);
  return places;
}
