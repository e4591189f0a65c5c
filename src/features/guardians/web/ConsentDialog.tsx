import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Collapse, Form, Radio, Select, Skeleton } from 'antd';
import dayjs from 'dayjs';
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
import { CONSENT_HOW as WAYS } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { DateControl } from '../../../platform/ui/web/fields/lazy-controls.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { consentStandings, recordConsents, type ConsentStanding } from '../contract/consents.ts';
import { CONSENT_HOW, currentConsentText } from '../rules.ts';
import { ConsentHistory } from './ConsentHistory.tsx';
import { consent } from './texts.zh.ts';
import styles from './consent.module.css';

provideTexts({ consent });

const KEY = 'consents';
const DAY = { type: 'string', format: 'date', title: '' } as const;
const today = () => dayjs().format('YYYY-MM-DD');
const text = currentConsentText();

/** The guardian to preselect: the first one where the consent is missing. */
const defaultGuardian = ({ state, guardians }: ConsentStanding) =>
  state === 'missing' ? guardians[0]?.guardian_id : undefined;

function ConsentRows({
  items,
  chosen,
  onChoose,
  disabled,
}: {
  items: readonly ConsentStanding[];
  chosen: (standing: ConsentStanding) => string | undefined;
  onChoose: (childId: string, guardianId: string | undefined) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ul className={styles.children}>
      {items.map((standing) => (
        <li key={standing.child_id}>
          <span className={styles.child}>
            <strong>{standing.child_name}</strong>
            <StatusTag tone={standing.state === 'missing' ? 'yellow' : 'grey'}>
              {labelOf('consent_state', standing.state)}
            </StatusTag>
          </span>
          {standing.guardians.length === 0 ? (
            <span className={styles.none}>{t('consent.noGuardian')}</span>
          ) : (
            <Select<string>
              className={styles.guardian}
              aria-label={`${standing.child_name} ${t('consent.who')}`}
              allowClear
              disabled={disabled}
              placeholder={t('consent.skip')}
              value={chosen(standing)}
              options={standing.guardians.map(({ guardian_id, guardian_name, relation }) => ({
                value: guardian_id,
                label: `${labelOf('guardian_relation', relation)} ${guardian_name}`,
              }))}
              onChange={(guardianId?: string) => onChoose(standing.child_id, guardianId)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

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
  const [day, setDay] = useState<string | undefined>(today);
  const [problem, setProblem] = useState<string>();
  const uploads = useUploads([], (reason) => void message.error(reason));
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, ...ids],
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
            text_version: text.version,
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
  const submit = useOnce(async () => {
    const wrong =
      day === undefined
        ? t('consent.dayRequired')
        : uploads.sending
          ? t('comments.stillSending')
          : uploads.failed
            ? t('comments.someFailed')
            : undefined;
    setProblem(wrong);
    if (wrong === undefined && day !== undefined) await recording.mutateAsync(day);
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
            onChoose={(childId, guardianId) => setPickedGuardians((now) => ({ ...now, [childId]: guardianId }))}
          />
          {mayRecord && items.length > 0 && (
            <Form layout="vertical" component="div">
              <Form.Item label={t('consent.how')}>
                <Radio.Group value={how} options={[...WAYS]} onChange={({ target }) => setHow(Number(target.value))} />
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
          <Collapse
            size="small"
            items={[
              {
                key: 'text',
                label: t('consent.text', { version: text.version }),
                children: (
                  <>
                    <strong>{text.title}</strong>
                    {text.paragraphs.map((p) => (
                      <p key={p}>{p}</p>
                    ))}
                  </>
                ),
              },
            ]}
          />
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
