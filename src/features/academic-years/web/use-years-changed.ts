import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';

/** Invalidates every list and select that depends on the academic years. */
export function useInvalidateYears(): () => void {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  return () => {
    for (const resource of ['year', 'class', 'student']) void invalidate({ resource, invalidates: ['resourceAll'] });
    for (const key of ['school-years', 'classes-tree']) void client.invalidateQueries({ queryKey: [key] });
  };
}
