import { keys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { departmentsTree, departmentStaff } from '../../contract/departments.ts';

/** Below the lists of the resource, so that whatever reloads these reloads the tree as well. */
export const departmentsKey = keys().data().resource('department').action('list').params({ as: 'tree' }).get();

/** The departments as a tree with the organisation at its root. */
export const useDepartments = () =>
  useQuery({
    queryKey: departmentsKey,
    queryFn: ({ signal }) => call(departmentsTree, {}, { signal, quiet: true }),
    retry: false,
  });

/** The staff of the organisation, for those who may see it. */
export function useStaff() {
  const { area, act } = departmentStaff.access;
  const mayOpen = useMay(area, act);
  const query = useQuery({
    queryKey: ['department-staff'],
    queryFn: async ({ signal }) => (await call(departmentStaff, {}, { signal, quiet: true })).items,
    enabled: mayOpen,
    retry: false,
  });
  return { ...query, mayOpen };
}
