import { useQuery } from '@tanstack/react-query';
import { Checkbox, Input, Skeleton } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { childExams } from '../../screening/public.ts';
import { exportFhir, REFERRAL_REASON_MAX, REFERRAL_REASON_MIN, REFERRAL_SHEETS_MAX } from '../contract.ts';
import { ProvenSheet } from './ProvenSheet.tsx';
import { resultExports } from './texts.zh.ts';
import styles from './result-exports.module.css';

provideTexts({ resultExports });

/** Exports the data of chosen screenings of a referred student. */
export function FhirDialog({ rows, onClose }: RowsDialogProps) {
  const { t } = useTranslation();
  const [row] = useLast(rows) ?? [];
  const childId = String(row?.['child_id'] ?? '');
  const [chosen, setChosen] = useState<string[]>([]);
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const [found, setFound] = useState(false);
  const noReason = reason.trim().length < REFERRAL_REASON_MIN;
  const close = () => {
    onClose();
    setChosen([]);
    setReason('');
    setSubmitted(false);
    setFound(false);
  };
  const run = () => {
    setSubmitted(true);
    if (noReason || chosen.length === 0) return undefined;
    const body = { sheets: sheetsOf(chosen), reason: reason.trim() };
    return call(exportFhir, { params: { id: childId }, body }, { quiet: true });
  };
  const missing = submitted && noReason ? t('resultExports.fhir.reasonNeeded', { n: REFERRAL_REASON_MIN }) : undefined;
  return (
    <ProvenSheet
      open={rows !== undefined}
      title={t('resultExports.fhir.title', { name: String(row?.['child_name'] ?? '') })}
      about={t('resultExports.fhir.about')}
      verb={t('resultExports.fhir.verb')}
      done={t('resultExports.fhir.done')}
      run={run}
      disabled={!found}
      onClose={close}
    >
      {(id) => (
        <>
          <p id={`${id}-sheets`} className={styles.label}>
            {t('resultExports.fhir.sheets')}
          </p>
          <Sheets
            childId={childId}
            labelledBy={`${id}-sheets`}
            asked={submitted}
            chosen={chosen}
            onChange={setChosen}
            onFound={setFound}
          />
          <Field id={`${id}-reason`} label={t('resultExports.fhir.reason')} error={missing}>
            <Input
              {...fieldProps(`${id}-reason`, missing)}
              maxLength={REFERRAL_REASON_MAX}
              placeholder={t('resultExports.fhir.reasonHint')}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          </Field>
        </>
      )}
    </ProvenSheet>
  );
}

/** A pack of a sheet as a choice. */
const choiceOf = (sheetId: string, scaleId: string) => `${sheetId} ${scaleId}`;

/** The chosen packs by their sheets. */
function sheetsOf(chosen: readonly string[]): { child_exam_id: string; scale_ids: string[] }[] {
  const sheets = new Map<string, string[]>();
  for (const choice of chosen) {
    const [sheetId = '', scaleId = ''] = choice.split(' ');
    sheets.set(sheetId, [...(sheets.get(sheetId) ?? []), scaleId]);
  }
  return [...sheets].map(([child_exam_id, scale_ids]) => ({ child_exam_id, scale_ids }));
}

interface SheetsProps {
  childId: string;
  labelledBy: string;
  /** Says that at least one is needed. */
  asked: boolean;
  chosen: string[];
  onChange: (chosen: string[]) => void;
  /** Called with whether there is anything to choose. */
  onFound: (found: boolean) => void;
}

/** The scales of a student's scored screenings, the latest first. */
function Sheets({ childId, labelledBy, asked, chosen, onChange, onFound }: SheetsProps) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['scored-exams', childId],
    queryFn: ({ signal }) =>
      call(childExams, { params: { id: childId }, query: { page: 1, size: 50 } }, { signal, quiet: true }),
    enabled: childId !== '',
  });
  const scored = data?.items.filter(({ status }) => status === 'scored') ?? [];
  const options = scored.flatMap(({ child_exam_id, exam_name, submitted_at, scales = [] }) =>
    scales.map(({ scale_id, title }) => {
      const exam = submitted_at === undefined ? exam_name : `${exam_name}，${dateText(submitted_at)}`;
      return { value: choiceOf(child_exam_id, scale_id), label: t('resultExports.fhir.scale', { title, exam }) };
    }),
  );
  const some = options.length > 0;
  useEffect(() => onFound(some), [onFound, some]);
  const choose = (ids: string[]) => {
    if (sheetsOf(ids).length <= REFERRAL_SHEETS_MAX) onChange(ids);
  };
  if (error) return <FailedState error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <Skeleton active paragraph={{ rows: 2 }} title={false} />;
  if (!some) return <p className={styles.about}>{t('resultExports.fhir.none')}</p>;
  return (
    <div role="group" aria-labelledby={labelledBy}>
      <Checkbox.Group className={styles.choices ?? ''} value={chosen} onChange={choose} options={options} />
      {asked && chosen.length === 0 && (
        <p role="alert" className={styles.error}>
          {t('resultExports.fhir.choose')}
        </p>
      )}
    </div>
  );
}
