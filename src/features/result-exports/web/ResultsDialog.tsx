import { Alert, Radio } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { rowId } from '../../../platform/resources/contract/entity.ts';
import { exportResults } from '../contract.ts';
import { ProvenSheet } from './ProvenSheet.tsx';
import { resultExports } from './texts.zh.ts';
import styles from './result-exports.module.css';

provideTexts({ resultExports });

const FORMATS = ['xlsx', 'csv'] as const;

/** Exports the results of a screening with all item answers. */
export function ResultsDialog({ entity: { schema }, rows, onClose }: RowsDialogProps) {
  const { t } = useTranslation();
  const [row] = useLast(rows) ?? [];
  const [format, setFormat] = useState<(typeof FORMATS)[number]>('xlsx');
  return (
    <ProvenSheet
      open={rows !== undefined}
      title={t('resultExports.results.title')}
      about={t('resultExports.results.about')}
      verb={t('resultExports.results.verb')}
      done={t('resultExports.results.done')}
      run={() => row && call(exportResults, { params: { id: rowId(schema, row) }, body: { format } }, { quiet: true })}
      onClose={onClose}
    >
      {(id) => (
        <>
          <p id={`${id}-format`} className={styles.label}>
            {t('resultExports.results.format')}
          </p>
          <Radio.Group
            aria-labelledby={`${id}-format`}
            className={styles.choices ?? ''}
            value={format}
            onChange={({ target }) => setFormat(target.value === 'csv' ? 'csv' : 'xlsx')}
            options={FORMATS.map((value) => ({ value, label: t(`resultExports.results.${value}`) }))}
          />
          <Alert type="warning" showIcon message={t('resultExports.results.warning')} />
        </>
      )}
    </ProvenSheet>
  );
}
