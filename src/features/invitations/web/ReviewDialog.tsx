import { useInvalidate } from '@refinedev/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Radio, Skeleton, Tag } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../platform/contract/endpoint.ts';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { acceptApplication, applicationReview, refuseApplication, type Match } from '../contract/applications.ts';
import { APPLICATION_KIND, REASON_MAX } from '../rules/application.ts';
import styles from './invitations.module.css';

/** Choice of a new student; the other choices are ids of students. */
const NEW = 'new';

/** The students that a registration may be about, then its acceptance or its refusal with a reason. */
export function ReviewDialog({ entity, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const invalidate = useInvalidate();
  const [row] = useLast(rows) ?? [];
  const { schema } = entity;
  const id = row ? rowId(schema, row) : '';
  const pending = row?.['status'] === 'pending';
  const [chosen, setChosen] = useState<string>();
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const [submitted, setSubmitted] = useState(false);
  const review = useQuery({
    queryKey: ['application-review', id],
    queryFn: ({ signal }) => call(applicationReview, { params: { id } }, { signal, quiet: true }),
    enabled: rows !== undefined,
    gcTime: 0,
  });
  const close = () => {
    onClose();
    setChosen(undefined);
    setRefusing(false);
    setReason('');
    setSubmitted(false);
    deciding.reset();
  };
  const deciding = useMutation({
    mutationFn: async () => {
      if (refusing) {
        await call(refuseApplication, { params: { id }, body: { reason: reason.trim() } }, { quiet: true });
        return t('invitations.decide.refused');
      }
      const body = chosen === NEW ? {} : { child_id: chosen ?? null };
      const { login_name } = await call(acceptApplication, { params: { id }, body }, { quiet: true });
      return t('invitations.decide.accepted', { login: login_name });
    },
    onSuccess: (text) => {
      void message.success(text);
      onDone([id]);
      close();
    },
    // Second-step verification opens behind the dialog, so it closes.
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'PSY_INVALID_SECONDARY_TOKEN') close();
      else void review.refetch();
    },
    onSettled: () => invalidate({ resource: entity.name, invalidates: ['list', 'many'] }),
  });
  const complete = refusing ? reason.trim() !== '' : chosen !== undefined;
  const submit = useOnce(async () => {
    setSubmitted(true);
    if (complete) await deciding.mutateAsync();
  });
  if (row === undefined) return null;
  const name = rowName(schema, row);
  const failure = deciding.isError ? failureOf(deciding.error) : undefined;
  return (
    <Sheet
      open={rows !== undefined}
      title={t(pending ? 'invitations.decide.title' : 'invitations.decide.detailsTitle', { name })}
      onClose={close}
      {...(!pending && { closeLabel: t('common.close') })}
      {...(pending && {
        act: {
          label: t(refusing ? 'invitations.decide.refuse' : 'invitations.decide.accept'),
          busy: deciding.isPending,
          danger: refusing,
          onClick: submit,
        },
      })}
    >
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.alert}
          message={failure.details[0]?.message ?? failure.message}
        />
      )}
      <Typed row={row} />
      {review.error ? (
        <FailedState error={review.error} onRetry={() => void review.refetch()} />
      ) : review.data === undefined ? (
        <Skeleton active title={false} paragraph={{ rows: 3 }} />
      ) : !pending ? (
        review.data.reason !== undefined && (
          <section className={styles.section}>
            <h3>{t('invitations.decide.refusedBecause')}</h3>
            <p>{review.data.reason}</p>
          </section>
        )
      ) : refusing ? (
        <Refusal
          value={reason}
          onChange={setReason}
          wrong={submitted && !complete}
          onBack={() => {
            setRefusing(false);
            setSubmitted(false);
            deciding.reset();
          }}
        />
      ) : (
        <>
          <Matches review={review.data} />
          {row['kind'] === APPLICATION_KIND.account && <p>{t('invitations.decide.account')}</p>}
          <Choices
            matches={review.data.items}
            asNew={row['kind'] === APPLICATION_KIND.enrol}
            value={chosen}
            wrong={submitted && !complete}
            onChange={(next) => {
              setChosen(next);
              deciding.reset();
            }}
          />
          <Button
            danger
            type="text"
            onClick={() => {
              setRefusing(true);
              setSubmitted(false);
              deciding.reset();
            }}
          >
            {t('invitations.decide.refuse')}
          </Button>
        </>
      )}
    </Sheet>
  );
}

/** What was registered. */
function Typed({ row }: { row: Readonly<Record<string, unknown>> }) {
  const { t } = useTranslation();
  const sex = row['sex'];
  const facts = [
    row['child_name'],
    row['student_no'],
    typeof sex === 'number' ? labelOf('sex', sex) : undefined,
    row['class_name'],
    row['mobile'],
  ].filter((fact): fact is string => typeof fact === 'string');
  return (
    <section className={styles.section}>
      <h3>{t('invitations.decide.typed')}</h3>
      <p>{facts.join(' · ')}</p>
    </section>
  );
}

/** Students with the same number or name, and what else may be mixed up. */
function Matches({
  review: { items, hidden, other_applications: others },
}: {
  review: DataOf<typeof applicationReview>;
}) {
  const { t } = useTranslation();
  return (
    <section className={styles.section}>
      <h3>{t('invitations.decide.matches')}</h3>
      {items.length === 0 && !hidden && <p className={styles.quiet}>{t('invitations.decide.noMatch')}</p>}
      <ul className={styles.list}>
        {items.map((match) => (
          <li key={match.child_id} className={styles.match}>
            <span>
              {match.child_name} · {match.student_no}
              {match.class_name !== undefined && ` · ${match.class_name}`} ·{' '}
              {labelOf('study_status', match.study_status)}
            </span>
            {match.same_number && <Tag color="orange">{t('invitations.decide.same.number')}</Tag>}
            {match.same_name && <Tag>{t('invitations.decide.same.name')}</Tag>}
            {match.is_register && <Tag>{t('invitations.decide.registered')}</Tag>}
          </li>
        ))}
      </ul>
      {hidden && <Alert type="warning" showIcon message={t('invitations.decide.hidden')} />}
      {others > 0 && <Alert type="warning" showIcon message={t('invitations.decide.others', { count: others })} />}
    </section>
  );
}

interface ChoicesProps {
  matches: readonly Match[];
  /** Whether a new student is possible. */
  asNew: boolean;
  value: string | undefined;
  wrong: boolean;
  onChange: (value: string) => void;
}

function Choices({ matches, asNew, value, wrong, onChange }: ChoicesProps) {
  const { t } = useTranslation();
  const free = matches.filter(({ is_register }) => !is_register);
  const taken = matches.some(({ same_number }) => same_number);
  return (
    <Form.Item validateStatus={wrong ? 'error' : ''} help={wrong ? t('invitations.decide.choose') : undefined}>
      <Radio.Group
        className={styles.options ?? ''}
        aria-label={t('invitations.decide.choose')}
        value={value}
        onChange={(event) => onChange(String(event.target.value))}
      >
        {asNew && (
          <Radio value={NEW} disabled={taken}>
            {t('invitations.decide.asNew')}
            <span className={styles.quiet}>　{t('invitations.decide.asNewHelp')}</span>
          </Radio>
        )}
        {free.map(({ child_id, child_name, student_no }) => (
          <Radio key={child_id} value={child_id}>
            {t('invitations.decide.onRoll', { name: child_name, no: student_no })}
          </Radio>
        ))}
      </Radio.Group>
    </Form.Item>
  );
}

interface RefusalProps {
  value: string;
  onChange: (value: string) => void;
  wrong: boolean;
  onBack: () => void;
}

function Refusal({ value, onChange, wrong, onBack }: RefusalProps) {
  const { t } = useTranslation();
  const id = useId();
  return (
    <Form layout="vertical" component="div">
      <Form.Item
        label={t('invitations.decide.reason')}
        htmlFor={id}
        required
        extra={t('invitations.decide.reasonHelp')}
        validateStatus={wrong ? 'error' : ''}
        help={wrong ? t('invitations.decide.reasonRequired') : undefined}
      >
        <Input.TextArea
          id={id}
          rows={3}
          maxLength={REASON_MAX}
          showCount
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      </Form.Item>
      <Button type="text" onClick={onBack}>
        {t('invitations.decide.back')}
      </Button>
    </Form>
  );
}
