import { useMemo, useState } from 'react';
import { rowId } from '../../../resources/contract/entity.ts';
import type { Row } from '../../../resources/contract/resource.ts';
import type { EntitySchema } from '../../../schema/types.ts';

/** Rows selected for a batch; kept across the pages of a query, cleared with the query. */
export interface Selection {
  rows: readonly Row[];
  ids: string[];
  has: (id: string) => boolean;
  toggle: (row: Row) => void;
  set: (rows: readonly Row[]) => void;
  remove: (ids: readonly string[]) => void;
}

/** @param query Identity of the query; a change clears the selection */
export function useSelection(schema: EntitySchema, query: unknown): Selection {
  const [chosen, setChosen] = useState<{ of: unknown; rows: readonly Row[] }>({ of: query, rows: [] });
  return useMemo(() => {
    const rows = chosen.of === query ? chosen.rows : [];
    const ids = rows.map((row) => rowId(schema, row));
    const set = (next: readonly Row[]) => setChosen({ of: query, rows: next });
    return {
      rows,
      ids,
      has: (id) => ids.includes(id),
      toggle: (row) => {
        const id = rowId(schema, row);
        set(ids.includes(id) ? rows.filter((each) => rowId(schema, each) !== id) : [...rows, row]);
      },
      set,
      remove: (gone) => set(rows.filter((row) => !gone.includes(rowId(schema, row)))),
    };
  }, [schema, query, chosen]);
}
