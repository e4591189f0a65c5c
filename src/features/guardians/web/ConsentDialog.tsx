import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Form, Radio, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { useUploads } from '../../../platform/media/web/use-uploads.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { CONSENT_HOW as CONSENT_HOW_OPTIONS } from '../../../platform/schema/generated/enums.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { DateControl } from '../../../platform/ui/web/fields/lazy-controls.ts';
import { schoolToday } from '../../../platform/ui/web/school-time.ts';
import { consentStandings, recordConsents, type ConsentStanding } from '../contract/consents.ts';
import { CONSENT_HOW, currentConsentText } from '../rules.ts';
import { ConsentHistory } from './ConsentHistory.tsx';
import { ConsentRows } from './ConsentRows.tsx';
import { ConsentText } from './ConsentText.tsx';
import { consent } from './texts.zh.ts';
import styles from './consent.module.css';

provideTexts({ consent });

const STANDINGS_KEY = 'consents';
const DAY = { type: 'string', format: 'date', title: '' } as const;

/** The guardian to preselect: the first one where the consent is missing. */
const defaultGuardian = ({ state, guardians }: ConsentStanding) =>
  state === 'missing' ? guardians[0]?.guardian_id : undefined;

/** Records consents of guardians, for one student with the history or for many students at once. */
export function ConsentDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mayRecord = useMay(entity.schema['x-resource'].area, 'consent');
  const invalidate = useInvalidate();
  const dayId = useId();
  const students = useLast(rows) ?? [];
  const ids = students.map((row) => rowId(entity.schema, row));
  const [pickedGuardians, setPickedGuardians] = useState<Readonly<Record<string, string | undefined>>>({});
  const [how, setHow] = useState<number>(CONSENT_HOW.paper);
  const [day, setDay] = useState<string | undefined>(schoolToday);
  const [problem, setProblem] = useState<string>();
  const uploads = useUploads([], (reason) => void message.error(reason));
  const { data, error, refetch } = useQuery({
    queryKey: [STANDINGS_KEY, ...ids],
    queryFn: ({ signal }) => call(consentStandings, { query: { student_ids: ids.join(',') } }, { signal, quiet: true }),
    enabled: rows !== undefined,
    gcTime: 0,
  });
  const chosen = (standing: ConsentStanding) =>
    Object.hasOwn(pickedGuardians, standing.child_id) ? pickedGuardians[standing.child_id] : defaultGuardian(standing);
  const items = (data?.items ?? []).flatMap((standing) => {
    const guardian_id = chosen(standing);
    return guardian_id === undefined ? [] : [{ child_id: standing.child_id, guardian_id }];
  });
  const single = ids.length === 1;
  const withPaper = single && how === CONSENT_HOW.paper;
  const reload = () => {
    void refetch();
    void invalidate({ resource: entity.name, invalidates: ['list', 'many'] });
  };
  const close = () => {
    onClose();
    setPickedGuardians({});
    setProblem(undefined);
    recording.reset();
  };
  const recording = useMutation({
    mutationFn: (consented_on: string) =>
      call(
        recordConsents,
        {
          body: {
            items,
            how,
            text_version: currentConsentText().version,
            consented_on,
            ...(withPaper && uploads.fileIds.length > 0 && { file_ids: uploads.fileIds }),
          },
        },
        { quiet: true },
      ),
    onSuccess: ({ total }) => {
      if (total > 0) void message.success(t('consent.recorded', { count: total }));
      else void message.info(t('consent.already'));
      onDone(ids);
      reload();
      close();
    },
  });
  const inputProblem = (): string | undefined => {
    if (day === undefined) return t('consent.dayRequired');
    if (uploads.sending) return t('comments.stillSending');
    return uploads.failed ? t('comments.someFailed') : undefined;
  };
  const submit = useOnce(async () => {
    setProblem(inputProblem());
    if (inputProblem() === undefined && day !== undefined) await recording.mutateAsync(day);
  });
  const [first] = students;
  const name = first ? rowName(entity.schema, first) : '';
  const failure = recording.isError ? failureOf(recording.error) : undefined;
  const alertText = problem ?? failure?.details[0]?.message ?? failure?.message;
  return (
    <Sheet
      open={rows !== undefined}
      title={single ? t('consent.title_one', { name }) : t('consent.title_many', { count: ids.length })}
      onClose={close}
      act={
        mayRecord && data
          ? {
              label: t('consent.record', { count: items.length }),
              busy: recording.isPending,
              disabled: items.length === 0,
              onClick: submit,
            }
          : undefined
      }
    >
      <p className={styles.about}>{t('consent.about')}</p>
      {alertText && <Alert type="error" showIcon role="alert" className={styles.alert} message={alertText} />}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <>
          <ConsentRows
            items={data.items}
            chosen={chosen}
            disabled={!mayRecord}
            onChoose={(childId, guardianId) => setPickedGuardians((before) => ({ ...before, [childId]: guardianId }))}
          />
          {mayRecord && items.length > 0 && (
            <Form layout="vertical" component="div">
              <Form.Item label={t('consent.how')}>
                <Radio.Group
                  value={how}
                  options={[...CONSENT_HOW_OPTIONS]}
                  onChange={({ target }) => setHow(Number(target.value))}
                />
              </Form.Item>
              <Form.Item label={t('consent.day')} htmlFor={dayId} required>
                <DateControl
                  id={dayId}
                  field={DAY}
                  value={day}
                  required
                  onChange={(value) => setDay(typeof value === 'string' ? value : undefined)}
                />
              </Form.Item>
              {withPaper && (
                <Form.Item label={t('consent.paper')}>
                  <Attachments uploads={uploads} />
                </Form.Item>
              )}
            </Form>
          )}
          <ConsentText />
          {single && (
            <ConsentHistory
              id={ids[0] ?? ''}
              name={name}
              mayWithdraw={mayRecord && data.items[0]?.state === 'given'}
              onChanged={reload}
            />
          )}
        </>
      )}
    </Sheet>
  );
}
