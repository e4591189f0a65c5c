import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Form, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { schoolToday } from '../../../platform/ui/web/school-time.ts';
import { useProofGate } from '../../../platform/ui/web/use-proof-gate.ts';
import { VerificationPanel } from '../../../platform/ui/web/VerificationPanel.tsx';
import { preview, send, type Preview } from '../contract.ts';
import { BasisField } from './BasisField.tsx';
import { DayField } from './DayField.tsx';
import { PartsField } from './PartsField.tsx';
import { ReceiverField } from './ReceiverField.tsx';
import { requestOf, type TransferForm } from './request.ts';
import { SealedFile, type Sealed } from './SealedFile.tsx';
import { transfers } from './texts.zh.ts';
import styles from './transfers.module.css';

provideTexts({ transfers });

const WIDTH = 680;

/** What is chosen at first: what the new school needs to go on; free texts are never chosen for the user. */
const firstOf = ({ sections }: Preview): TransferForm => ({
  parts: (['base', 'summary', 'results', 'follow_ups'] as const).filter(
    (part) => part === 'summary' || sections.some((section) => section.part === part),
  ),
  receiver: 'school',
  basis: 'consent',
  how: 1,
  consented_on: schoolToday(),
});

function Fields({ data }: { data: Preview }) {
  const { t } = useTranslation();
  return (
    <>
      <p className={styles.about}>{t('transfers.send.about')}</p>
      <PartsField sections={data.sections} withheld={data.withheld} />
      <ReceiverField />
      {!data.has_left && (
        <DayField name="leaves_on" label={t('transfers.send.leavesOn')} help={t('transfers.send.leavesHelp')} />
      )}
      <BasisField guardians={data.guardians} />
    </>
  );
}

interface Props {
  childId: string;
  name: string;
  open: boolean;
  onClose: () => void;
}

/** Hands a student's file over to another school. */
export function SendDialog({ childId, name, open, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const id = useId();
  const [sealed, setSealed] = useState<Sealed>();
  const { gate, onVerified } = useProofGate(open);
  const { data, error, refetch } = useQuery({
    queryKey: ['transfers', 'preview', childId],
    queryFn: ({ signal }) => call(preview, { params: { id: childId } }, { signal, quiet: true }),
    enabled: open && !gate,
    gcTime: 0,
    staleTime: 0,
    retry: false,
  });
  const close = () => {
    onClose();
    sending.reset();
    setSealed(undefined);
  };
  const sending = useMutation({
    mutationFn: (form: TransferForm) => call(send, { params: { id: childId }, body: requestOf(form) }, { quiet: true }),
    onSuccess: ({ file }, form) => {
      void client.invalidateQueries({ queryKey: ['transfers', 'sent'] });
      if (file) return setSealed(file);
      void message.success(t('transfers.send.done', { name: form.school?.label ?? '' }));
      return close();
    },
  });
  const submit = useOnce((form: TransferForm) => sending.mutateAsync(form));
  const title = t('transfers.send.title', { name });
  if (gate)
    return (
      <Sheet open small width={480} title={title} onClose={close}>
        <VerificationPanel onVerified={onVerified} onBack={close} />
      </Sheet>
    );
  if (sealed)
    return (
      <Sheet open width={WIDTH} title={t('transfers.file.title')} onClose={close}>
        <SealedFile {...sealed} />
      </Sheet>
    );
  const failure = sending.isError ? failureOf(sending.error) : undefined;
  return (
    <Sheet
      open={open}
      title={title}
      width={WIDTH}
      onClose={close}
      act={data ? { label: t('transfers.send.verb'), busy: sending.isPending, form: id } : undefined}
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
      {!error && !data && <Skeleton active title={false} paragraph={{ rows: 6 }} />}
      {data && (
        <Form<TransferForm>
          id={id}
          layout="vertical"
          initialValues={firstOf(data)}
          scrollToFirstError={{ focus: true }}
          onFinish={(values) => submit(values)}
        >
          <Fields data={data} />
        </Form>
      )}
    </Sheet>
  );
}

/** The same from the list of students. */
export function SendStudentDialog({ entity: { schema }, rows, onClose }: RowsDialogProps) {
  const [row] = useLast(rows) ?? [];
  const childId = row ? rowId(schema, row) : '';
  return (
    <SendDialog childId={childId} name={row ? rowName(schema, row) : ''} open={rows !== undefined} onClose={onClose} />
  );
}
