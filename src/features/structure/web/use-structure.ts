import { useInvalidate, useUpdate, type HttpError } from '@refinedev/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../platform/http/web/call.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { departmentGrades, departmentPeople, type DepartmentNode } from '../../organisation/public.ts';
import { departmentsKey } from '../../organisation/web/public.ts';
import { inCharge } from '../contract.ts';
import { withNodeMoved, type Place } from './department-positions.ts';

export const useGrades = (id: string | undefined, enabled: boolean) =>
  useQuery({
    queryKey: ['department-grades', id],
    enabled: enabled && id !== undefined,
    queryFn: ({ signal }) => call(departmentGrades, { params: { id: id ?? '' } }, { signal, quiet: true }),
  });
/** The staff in charge of grades and classes, and the staff to choose from. */
export const useInCharge = (enabled = true) =>
  useQuery({ queryKey: ['in-charge'], enabled, queryFn: ({ signal }) => call(inCharge, {}, { signal, quiet: true }) });

/** A page of the people of a department. */
export const usePeople = (id: string, page: number, size: number) =>
  useQuery({
    queryKey: ['department-people', id, page, size],
    queryFn: ({ signal }) => call(departmentPeople, { params: { id }, query: { page, size } }, { signal, quiet: true }),
  });

/** Reloads everything that a change of the structure may affect. */
export function useReload() {
  const client = useQueryClient();
  return () =>
    Promise.all(
      [departmentsKey, ['department-grades'], ['department-people'], ['in-charge']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    );
}

/** Moves a department: first on the screen, then on the server. Reloads after success and failure. */
export function useMove(rootId: string | undefined) {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const { mutateAsync: update } = useUpdate<Row, HttpError, Partial<Record<keyof Place, string | null>>>({
    resource: 'department',
    mutationMode: 'pessimistic',
    ...quietly,
  });
  return async (moved: DepartmentNode, { parent_id, before_id }: Place): Promise<void> => {
    await client.cancelQueries({ queryKey: departmentsKey });
    client.setQueryData<DepartmentNode[]>(
      departmentsKey,
      (nodes) => nodes && withNodeMoved(nodes, moved, { parent_id, before_id }),
    );
    try {
      await update({
        id: moved.node_id,
        values: { parent_id: parent_id === rootId ? null : parent_id, before_id },
      });
    } finally {
      await invalidate({ resource: 'department', invalidates: ['list', 'many', 'detail'] });
    }
  };
}
