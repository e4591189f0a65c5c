import { Button } from 'antd';
import { useState } from 'react';
import { useRowActs } from '../../../platform/crud/web/acts/use-row-acts.ts';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { hasDialog, isLinked, type RowsExtra } from '../../../platform/feature/web/row-extra.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { CaseDetail } from '../contract/cases.ts';

const ENTITY = 'crisis-case';

function More({ extra, value }: { extra: RowsExtra; value: CaseDetail }) {
  const entity = useEntity(ENTITY);
  const [rows, setRows] = useState<readonly CaseDetail[]>();
  const { label, area = 'crisis/case', act = 'open', Dialog } = extra;
  if (!useMay(area, act) || entity === undefined || extra.appliesTo?.(value) === false) return null;
  return (
    <>
      <Button onClick={() => setRows([value])}>{label}</Button>
      <Dialog entity={entity} rows={rows} onClose={() => setRows(undefined)} onDone={() => setRows(undefined)} />
    </>
  );
}

/** What other features do with a case, as in the list of cases. */
export function CaseMore({ value }: { value: CaseDetail }) {
  const acts = useRowActs(ENTITY);
  return acts.map((extra) =>
    hasDialog(extra) && !isLinked(extra) ? <More key={extra.key} extra={extra} value={value} /> : null,
  );
}
