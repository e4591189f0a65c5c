import { keys } from '@refinedev/core';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/http/web/call.ts';
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

/** The staff of the organisation. */
export const useStaff = () =>
  useQuery({
    queryKey: ['department-staff'],
    queryFn: async ({ signal }) => (await call(departmentStaff, {}, { signal, quiet: true })).items,
    retry: false,
  });
