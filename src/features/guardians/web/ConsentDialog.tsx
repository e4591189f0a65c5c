import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Collapse, Form, Radio, Select, Skeleton } from 'antd';
import dayjs from 'dayjs';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { RowsDialogProps } from '../../../platform/crud/web/acts/row-extra.ts';
import { failureOf } from '../../../platform/crud/web/failure.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { rowId, rowName } from '../../../platform/crud/web/use-entity.ts';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { Attachments } from '../../../platform/media/web/Attachments.tsx';
import { useUploads } from '../../../platform/media/web/use-uploads.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { CONSENT_HOW as WAYS } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
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

/** Whose consent is asked for: where one is missing, the first guardian's. */
const firstChoice = ({ state, guardians }: ConsentStanding) =>
  state === 'missing' ? guardians[0]?.guardian_id : undefined;

function Children({
  items,
  chosen,
  onChoose,
  disabled,
}: {
  items: readonly ConsentStanding[];
  chosen: (one: ConsentStanding) => string | undefined;
  onChoose: (childId: string, guardianId: string | undefined) => void;
  disabled: boolean;
}) {
  const { t } = useTranslation();
  return (
    <ul className={styles.children}>
      {items.map((one) => (
        <li key={one.child_id}>
          <span className={styles.child}>
            <strong>{one.child_name}</strong>
            <StatusTag tone={one.state === 'missing' ? 'yellow' : 'grey'}>
              {labelOf('consent_state', one.state)}
            </StatusTag>
          </span>
          {one.guardians.length === 0 ? (
            <span className={styles.none}>{t('consent.noGuardian')}</span>
          ) : (
            <Select<string>
              className={styles.guardian}
              aria-label={`${one.child_name} ${t('consent.who')}`}
              allowClear
              disabled={disabled}
              placeholder={t('consent.skip')}
              value={chosen(one)}
              options={one.guardians.map(({ guardian_id, guardian_name, relation }) => ({
                value: guardian_id,
                label: `${labelOf('guardian_relation', relation)} ${guardian_name}`,
              }))}
              onChange={(guardianId?: string) => onChoose(one.child_id, guardianId)}
            />
          )}
        </li>
      ))}
    </ul>
  );
}

/** Consents of guardians: of one student with all that was recorded, or of many at once. */
export function ConsentDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const may = useMay(entity.schema['x-resource'].area, 'consent');
  const invalidate = useInvalidate();
  const dayId = useId();
  const shown = useLast(rows) ?? [];
  const ids = shown.map((row) => rowId(entity.schema, row));
  const [picked, setPicked] = useState<Readonly<Record<string, string | undefined>>>({});
  const [how, setHow] = useState<number>(CONSENT_HOW.paper);
  const [day, setDay] = useState<string | undefined>(today);
  const [problem, setProblem] = useState<string>();
  const uploads = useUploads([], (told) => void message.error(told));
  const { data, error, refetch } = useQuery({
    queryKey: [KEY, ...ids],
    queryFn: ({ signal }) => call(consentStandings, { query: { student_ids: ids.join(',') } }, { signal, quiet: true }),
    enabled: rows !== undefined,
    gcTime: 0,
  });
  const chosen = (one: ConsentStanding) =>
    Object.hasOwn(picked, one.child_id) ? picked[one.child_id] : firstChoice(one);
  const items = (data?.items ?? []).flatMap((one) => {
    const guardian_id = chosen(one);
    return guardian_id === undefined ? [] : [{ child_id: one.child_id, guardian_id }];
  });
  const single = ids.length === 1;
  const withPaper = single && how === CONSENT_HOW.paper;
  const changed = () => {
    void refetch();
    void invalidate({ resource: entity.name, invalidates: ['list', 'many'] });
  };
  const close = () => {
    onClose();
    setPicked({});
    setProblem(undefined);
    work.reset();
  };
  const work = useMutation({
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
      changed();
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
    if (wrong === undefined && day !== undefined) await work.mutateAsync(day);
  });
  const [first] = shown;
  const name = first ? rowName(entity.schema, first) : '';
  const failed = work.isError ? failureOf(work.error) : undefined;
  const told = problem ?? failed?.details[0]?.message ?? failed?.message;
  return (
    <Sheet
      open={rows !== undefined}
      title={single ? t('consent.title_one', { name }) : t('consent.title_many', { count: ids.length })}
      onClose={close}
      act={
        may && data
          ? {
              label: t('consent.record', { count: items.length }),
              busy: work.isPending,
              disabled: items.length === 0,
              onClick: submit,
            }
          : undefined
      }
    >
      <p className={styles.about}>{t('consent.about')}</p>
      {told && <Alert type="error" showIcon role="alert" className={styles.alert} message={told} />}
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : !data ? (
        <Skeleton active title={false} paragraph={{ rows: 4 }} />
      ) : (
        <>
          <Children
            items={data.items}
            chosen={chosen}
            disabled={!may}
            onChoose={(childId, guardianId) => setPicked((now) => ({ ...now, [childId]: guardianId }))}
          />
          {may && items.length > 0 && (
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
              mayWithdraw={may && data.items[0]?.state === 'given'}
              onChanged={changed}
            />
          )}
        </>
      )}
    </Sheet>
  );
}
