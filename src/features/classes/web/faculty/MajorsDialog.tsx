import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import type { RowDialogProps } from '../../../../platform/feature/web/row-extra.ts';

/** Opens the list of majors, filtered by the college; renders nothing. */
export function MajorsDialog({ id }: RowDialogProps) {
  const navigate = useNavigate();
  useEffect(() => {
    if (id !== undefined)
      void navigate({ search: new URLSearchParams({ view: 'major', college_id: id }).toString() }, { replace: true });
  }, [id, navigate]);
  return null;
}
