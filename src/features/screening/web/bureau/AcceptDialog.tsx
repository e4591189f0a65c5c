import { useMutation } from '@tanstack/react-query';
import { Alert, App, DatePicker, Input } from 'antd';
import type { Dayjs } from 'dayjs';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { FieldSchema } from '../../../../platform/schema/types.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';
import { instantOf, schoolNow, schoolTime } from '../../../../platform/ui/web/school-time.ts';
import { acceptPlan, type ReceivedPlan } from '../../contract/bureau.ts';
import type { ExamScope } from '../../rules/scope.ts';
import { examAddress } from '../planning/address.ts';
import { ScopeControl } from '../planning/controls/ScopeControl.tsx';
import { StaffListControl } from '../planning/controls/StaffListControl.tsx';
import { textsOf } from '../planning/controls/values.ts';
import { useConfirmClose } from '../use-confirm-close.ts';
import { Labelled } from './Labelled.tsx';
import { useSuggestedScope } from './use-suggested-scope.ts';
import { firstWindow, within } from './window.ts';
import styles from '../planning/planning.module.css';

const NAME_MAX = 50;
const SCOPE: FieldSchema = { type: 'object', title: '范围', 'x-kind': 'exam-scope' };
const DUTY: FieldSchema = { type: 'array', title: '值守人员', 'x-kind': 'staff-list' };
const FORMAT = 'YYYY-MM-DD HH:mm';

/** Accepts a plan: the school's own window, students and duty; the rest is the plan's. Opens the draft that is made. */
export function AcceptDialog({ plan, onClose }: { plan: ReceivedPlan; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const [name, setName] = useState(plan.plan_name);
  const [first] = useState(() => firstWindow(plan, schoolNow()));
  const [window, setWindow] = useState(first);
  const suggested = useSuggestedScope(plan.grades);
  const [chosen, setChosen] = useState<ExamScope>();
  const [duty, setDuty] = useState<readonly string[]>([]);
  const scope = chosen ?? suggested;
  const accepting = useMutation({
    mutationFn: () =>
      call(
        acceptPlan,
        {
          params: { id: plan.plan_id },
          body: {
            ...(name.trim() !== '' && { exam_name: name.trim() }),
            starts_at: instantOf(window.from),
            ends_at: instantOf(window.to),
            scope: scope as Record<string, string[]>,
            ...(duty.length > 0 && { duty: [...duty] }),
          },
        },
        { quiet: true },
      ),
    onSuccess: (row) => {
      void message.success(t('bureau.acceptedDone'));
      onClose();
      void navigate(examAddress(String(row['exam_id'])));
    },
    gcTime: 0,
  });
  const isChanged =
    name !== plan.plan_name ||
    duty.length > 0 ||
    chosen !== undefined ||
    !window.from.isSame(first.from) ||
    !window.to.isSame(first.to);
  const close = useConfirmClose(isChanged && !accepting.isSuccess, onClose);
  const accept = useOnce(() => accepting.mutateAsync());
  const failure = accepting.error && !isCancelled(accepting.error) ? failureOf(accepting.error) : undefined;
  const wrongIn = (field: string): string | undefined =>
    failure?.details.find((detail) => detail.field === `/${field}` || detail.field.startsWith(`/${field}/`))?.message;
  const shown = ['exam_name', 'starts_at', 'ends_at', 'scope', 'duty'].some((field) => wrongIn(field) !== undefined);
  const picker = (id: 'starts_at' | 'ends_at', value: Dayjs, change: (next: Dayjs) => void) => (
    <DatePicker
      id={id}
      style={{ width: '100%' }}
      showTime={{ format: 'HH:mm' }}
      format={FORMAT}
      allowClear={false}
      status={wrongIn(id) === undefined ? '' : 'error'}
      value={value}
      minDate={schoolTime(plan.starts_at)}
      maxDate={schoolTime(plan.ends_at)}
      onChange={(next) => change(within(plan, next ?? value))}
    />
  );
  return (
    <Sheet
      open
      title={t('bureau.acceptTitle', { name: plan.plan_name })}
      onClose={close}
      act={{ label: t('bureau.acceptVerb'), busy: accepting.isPending, onClick: accept }}
    >
      <div className={styles.form}>
        {failure && !shown && (
          <Alert type="error" showIcon role="alert" message={failure.details[0]?.message ?? failure.message} />
        )}
        <p className={styles.quiet}>{t('bureau.acceptHelp')}</p>
        <Labelled id="exam_name" label={t('bureau.examName')} wrong={wrongIn('exam_name')}>
          <Input
            id="exam_name"
            maxLength={NAME_MAX}
            value={name}
            placeholder={plan.plan_name}
            onChange={({ target }) => setName(target.value)}
          />
        </Labelled>
        <Labelled id="starts_at" label={t('bureau.starts')} wrong={wrongIn('starts_at')}>
          {picker('starts_at', window.from, (from) => setWindow({ ...window, from }))}
        </Labelled>
        <Labelled id="ends_at" label={t('bureau.ends')} wrong={wrongIn('ends_at')}>
          {picker('ends_at', window.to, (to) => setWindow({ ...window, to }))}
        </Labelled>
        <Labelled id="accept-scope" label={t('bureau.scope')} wrong={wrongIn('scope')} grouped>
          <ScopeControl
            id="accept-scope"
            field={SCOPE}
            value={scope}
            invalid={wrongIn('scope') !== undefined}
            onChange={(next) => setChosen((next ?? {}) as ExamScope)}
          />
        </Labelled>
        <Labelled id="accept-duty" label={t('bureau.duty')} wrong={wrongIn('duty')} help={t('bureau.dutyHelp')}>
          <StaffListControl
            id="accept-duty"
            field={DUTY}
            value={duty}
            invalid={wrongIn('duty') !== undefined}
            onChange={(next) => setDuty(textsOf(next))}
          />
        </Labelled>
      </div>
    </Sheet>
  );
}
