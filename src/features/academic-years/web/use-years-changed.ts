import { useInvalidate } from '@refinedev/core';
import { useQueryClient } from '@tanstack/react-query';

/** After years changed: lists and pickers that follow the current year are read anew. */
export function useYearsChanged(): () => void {
  const invalidate = useInvalidate();
  const client = useQueryClient();
  return () => {
    for (const resource of ['year', 'class', 'student']) void invalidate({ resource, invalidates: ['resourceAll'] });
    for (const key of ['school-years', 'classes-tree']) void client.invalidateQueries({ queryKey: [key] });
  };
}
