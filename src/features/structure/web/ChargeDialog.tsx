import { useMutation } from '@tanstack/react-query';
import { Alert, App, Select, Skeleton } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { putClassTeachers, putGradeHeads, type InCharge } from '../contract.ts';
import { useInCharge, useReload } from './use-structure.ts';
import styles from './structure.module.css';

/** A grade or class whose staff in charge is edited. */
export interface Charge {
  id: string;
  title: string;
  kind: 'grades' | 'classes';
}

const staffInCharge = ({ grades, classes }: InCharge, { id, kind }: Charge): string[] =>
  kind === 'grades'
    ? grades.filter((each) => each.grade_id === id).map((each) => each.user_id)
    : classes.filter((each) => each.class_id === id).map((each) => each.user_id);

interface FormProps {
  charge: Charge;
  data: InCharge;
  formId: string;
  onBusy: (busy: boolean) => void;
  onDone: () => void;
}

function ChargeForm({ charge, data, formId, onBusy, onDone }: FormProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const selectId = useId();
  const [ids, setIds] = useState(() => staffInCharge(data, charge));
  // The list closes after each choice, because it would cover the save button; one person is usually enough.
  const [open, setOpen] = useState(false);
  const save = useMutation({
    mutationFn: () =>
      call(
        charge.kind === 'grades' ? putGradeHeads : putClassTeachers,
        { params: { id: charge.id }, body: { user_ids: ids } },
        { quiet: true },
      ),
    onMutate: () => onBusy(true),
    onSettled: () => onBusy(false),
    onSuccess: () => {
      void message.success(t('structure.saved'));
      onDone();
    },
  });
  const submit = useOnce(save.mutateAsync);
  return (
    <form
      id={formId}
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {save.isError && (
        <Alert
          type="error"
          showIcon
          role="alert"
          className={styles.space}
          message={failureOf(save.error).details[0]?.message ?? failureOf(save.error).message}
        />
      )}
      <label htmlFor={selectId} className={styles.label}>
        {charge.title}
      </label>
      <Select<string[]>
        id={selectId}
        mode="multiple"
        autoFocus
        style={{ width: '100%' }}
        optionFilterProp="label"
        placeholder={t('structure.choosePeople')}
        value={ids}
        onChange={setIds}
        open={open}
        onOpenChange={setOpen}
        onSelect={() => setOpen(false)}
        options={data.people.map(({ user_id, real_name }) => ({ value: user_id, label: real_name }))}
      />
      <p className={styles.help}>{t('structure.chargeHelp')}</p>
    </form>
  );
}

/** Edits the staff in charge of a grade or class; open while `charge` is set. */
export function ChargeDialog({
  charge,
  onClose,
  onSaved,
}: {
  charge: Charge | undefined;
  onClose: () => void;
  onSaved?: () => void;
}) {
  const { t } = useTranslation();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const displayed = useLast(charge);
  const { data, error, refetch, isFetching } = useInCharge(charge !== undefined);
  const reload = useReload();
  const done = () => {
    onClose();
    onSaved?.();
    void reload();
  };
  return (
    <Sheet
      open={charge !== undefined}
      title={t('structure.assignOf', { name: displayed?.title ?? '' })}
      width={520}
      onClose={onClose}
      act={
        error
          ? undefined
          : { label: t('crud.save'), busy, form: formId, disabled: data === undefined || (isFetching && !busy) }
      }
    >
      {error && <FailedState error={error} onRetry={() => void refetch()} />}
      {/* The form waits for fresh data, so that it does not remove staff that another user has just added. */}
      {!error && (data === undefined || (isFetching && !busy)) && (
        <Skeleton active title={false} paragraph={{ rows: 2 }} />
      )}
      {charge && data && (!isFetching || busy) && (
        <ChargeForm key={charge.id} charge={charge} data={data} formId={formId} onBusy={setBusy} onDone={done} />
      )}
    </Sheet>
  );
}
