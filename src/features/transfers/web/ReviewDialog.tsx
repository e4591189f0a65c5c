import { useMutation, useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Descriptions, Radio, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { useProofGate } from '../../../platform/ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { accept, decline, waiting, type Received, type Waiting } from '../contract.ts';
import styles from './transfers.module.css';

/** Whom a package is about, masked. */
function Facts({ value: { student, parts } }: { value: Waiting }) {
  const { t } = useTranslation();
  const items = [
    { key: 'name', label: t('transfers.review.name'), children: student?.child_name },
    ...(student?.sex === undefined
      ? []
      : [{ key: 'sex', label: t('transfers.review.sex'), children: labelOf('sex', student.sex) }]),
    ...(student?.born_in === undefined
      ? []
      : [{ key: 'born', label: t('transfers.review.born'), children: student.born_in }]),
    {
      key: 'content',
      label: t('transfers.review.content'),
      children: parts.map((part) => t(`transfers.part.${part}`)).join(t('transfers.between')),
    },
  ];
  return <Descriptions className={styles.alert} size="small" bordered column={1} items={items} />;
}

interface MatchProps {
  value: Waiting;
  chosen: string | undefined;
  onChoose: (childId: string) => void;
}
/** Own students with the same name. */
function Match({ value: { candidates }, chosen, onChoose }: MatchProps) {
  const { t } = useTranslation();
  if (candidates.length === 0)
    return (
      <Alert
        type="info"
        showIcon
        message={t('transfers.review.none')}
        action={<Link to="/org-manage/student">{t('transfers.review.toStudents')}</Link>}
      />
    );
  return (
    <>
      <h3 className={styles.title}>{t('transfers.review.match')}</h3>
      <Radio.Group
        aria-label={t('transfers.review.match')}
        value={chosen}
        onChange={({ target }) => onChoose(String(target.value))}
        options={candidates.map(({ child_id, child_name, student_no }) => ({
          value: child_id,
          label: `${child_name}（${student_no}）`,
        }))}
      />
    </>
  );
}

/** A waiting package: for whom it may be, and whether it is accepted or declined. */
export function ReviewDialog({
  received,
  onClose,
  onDone,
}: {
  received: Received | undefined;
  onClose: () => void;
  onDone: () => void;
}) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const [declining, setDeclining] = useState(false);
  const [picked, setPicked] = useState<string>();
  const open = received !== undefined;
  const shown = useLast(received);
  const id = shown?.transfer_id ?? '';
  const { gate, onVerified } = useProofGate(open);
  const { data, error, refetch } = useQuery({
    queryKey: ['transfers', 'one', id],
    queryFn: ({ signal }) => call(waiting, { params: { id } }, { signal, quiet: true }),
    enabled: open && !gate,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const chosen = picked ?? (data?.candidates.length === 1 ? data.candidates[0]?.child_id : undefined);
  const close = () => {
    onClose();
    setDeclining(false);
    setPicked(undefined);
    accepting.reset();
  };
  const accepting = useMutation({
    mutationFn: (childId: string) => call(accept, { params: { id }, body: { child_id: childId } }, { quiet: true }),
    onSuccess: () => {
      void message.success(t('transfers.review.accepted'));
      onDone();
      close();
    },
    // Somebody else was faster, or it was taken back.
    onError: () => void refetch(),
  });
  const acceptOnce = useOnce((childId: string) => accepting.mutateAsync(childId));
  const title = t('transfers.review.title', { name: shown?.from_name ?? '' });
  if (gate)
    return (
      <Sheet open small width={480} title={title} onClose={close}>
        <VerificationPanel onVerified={onVerified} onBack={close} />
      </Sheet>
    );
  const waits = data?.state === 'waiting';
  const failure = accepting.isError ? failureOf(accepting.error) : undefined;
  return (
    <>
      <Sheet
        open={open && !declining}
        title={title}
        width={560}
        onClose={close}
        act={
          waits
            ? {
                label: t('transfers.review.accept'),
                busy: accepting.isPending,
                disabled: chosen === undefined,
                onClick: () => chosen !== undefined && acceptOnce(chosen),
              }
            : undefined
        }
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
        {error && <FailedState error={error} onRetry={() => void refetch()} />}
        {!error && !data && <Skeleton active title={false} paragraph={{ rows: 5 }} />}
        {data && !waits && <Alert type="warning" showIcon message={t('transfers.review.ended')} />}
        {data && waits && (
          <>
            <p className={styles.about}>{t('transfers.review.about')}</p>
            <Facts value={data} />
            <Match value={data} chosen={chosen} onChoose={setPicked} />
            <p>
              <Button danger type="link" className={styles.link} onClick={() => setDeclining(true)}>
                {t('transfers.review.decline')}…
              </Button>
            </p>
          </>
        )}
      </Sheet>
      <ReasonDialog
        open={open && declining}
        title={t('transfers.review.declineTitle')}
        about={t('transfers.review.declineAbout')}
        verb={t('transfers.review.decline')}
        danger
        done={t('transfers.review.declined')}
        run={async (reason) => {
          await call(decline, { params: { id }, body: { reason } }, { quiet: true });
          onDone();
        }}
        onClose={close}
      />
    </>
  );
}
