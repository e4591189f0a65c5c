import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { sheetResult, type SheetResult } from '../../contract/sheets.ts';
import { useAct } from '../use-act.ts';
import styles from './own.module.css';

/** What the school lets the reader see of a result: words or bands, never points. */
export function ExamResult({ sheetId }: { sheetId: string }) {
  const { t } = useTranslation();
  const { busy, run } = useAct();
  const [result, setResult] = useState<SheetResult>();
  if (result === undefined)
    return (
      <Button
        size="large"
        loading={busy}
        onClick={() => void run(async () => setResult(await call(sheetResult, { params: { id: sheetId } })))}
      >
        {t('mine.result')}
      </Button>
    );
  const lines = result.scales.flatMap(({ title, dimensions }) =>
    dimensions.flatMap(({ dimension_id, title: name, band_title, words }) =>
      band_title === undefined && words === undefined
        ? []
        : [{ key: `${title} ${dimension_id}`, name: name ?? title, band_title, words }],
    ),
  );
  if (lines.length === 0) return <p className={styles.words}>{t('mine.noResult')}</p>;
  return (
    <dl className={styles.words}>
      {lines.map(({ key, name, band_title, words }) => (
        <div key={key}>
          <dt>
            <strong>{name}</strong>
            {band_title !== undefined && `：${band_title}`}
          </dt>
          {words !== undefined && <dd>{words}</dd>}
        </div>
      ))}
    </dl>
  );
}
