import { useQuery } from '@tanstack/react-query';
import { App, Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { EditDialog } from '../../../../platform/crud/web/form/FormDialog.tsx';
import { useEntity } from '../../../../platform/crud/web/use-entity.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import type { Tone } from '../../../../platform/schema/types.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { closePlan, recallPlan, sendPlan } from '../../contract/bureau.ts';
import { scales } from '../../contract/scales.ts';
import { useAct } from '../use-act.ts';
import { planAddress } from './address.ts';
import { stageLabel } from './grades.ts';
import type { Plan } from './use-plan.ts';
import styles from '../planning/planning.module.css';

const TONES: Readonly<Record<string, Tone>> = { sent: 'yellow', closed: 'grey' };

/** What a plan asks of the schools. */
function Facts({ plan }: { plan: Plan }) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['screening-scales'],
    queryFn: ({ signal }) => call(scales, {}, { signal, quiet: true }),
  });
  const titles = new Map(data?.items.map(({ scale_id, title }) => [scale_id, title]));
  const names = plan.scale_ids.map((id) => titles.get(id) ?? id).join('、');
  const grades = plan.grades.length === 0 ? t('bureau.allGrades') : plan.grades.map(stageLabel).join('、');
  return (
    <>
      <p className={styles.quiet}>
        {t('bureau.window', { from: dateText(plan.starts_at), to: dateText(plan.ends_at) })}
      </p>
      <p className={styles.quiet}>{`${t('bureau.scales', { names })}；${t('bureau.gradesOf', { names: grades })}`}</p>
      {plan.note !== undefined && <p>{plan.note}</p>}
    </>
  );
}

/** What a plan is, and what may be done with it in its state. */
export function PlanHeader({ plan, onChanged }: { plan: Plan; onChanged: () => void }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const entity = useEntity('bureau-plan');
  const mayPlan = useMay('screening/bureau', 'update');
  const mayReport = useMay('screening/area-report', 'open');
  const [editing, setEditing] = useState(false);
  const { plan_id: id, status, schools: count } = plan;
  const { busy, run } = useAct();
  const params = { id };
  // A refusal can mean that another user changed the plan, so the page is read again in any case.
  const act = (send: () => Promise<unknown>, text: string) => () =>
    void run(send, { done: () => text }).then(onChanged);
  const send = act(() => call(sendPlan, { params }, { quiet: true }), t('bureau.sent'));
  const close = act(() => call(closePlan, { params }, { quiet: true }), t('bureau.closed'));
  const recall = act(() => call(recallPlan, { params }, { quiet: true }), t('bureau.recalled'));
  const ask = (title: string, content: string, okText: string, onOk: () => void, danger = false) =>
    modal.confirm({ title, content, okText, onOk, ...(danger && { okButtonProps: { danger } }) });
  return (
    <section className={styles.card} aria-labelledby="plan-of">
      <header className={styles.row}>
        <div>
          <h2 id="plan-of" className={styles.name}>
            {plan.plan_name}{' '}
            <StatusTag tone={plan.isWithdrawn ? 'grey' : (TONES[status] ?? 'grey')}>
              {plan.isWithdrawn ? t('bureau.withdrawn') : labelOf('bureau_plan_status', status)}
            </StatusTag>
          </h2>
          <Facts plan={plan} />
        </div>
        {mayPlan && (
          <Space wrap>
            {!plan.isWithdrawn && <Button onClick={() => setEditing(true)}>{t('bureau.edit')}</Button>}
            {status === 'draft' && (
              <Button
                type="primary"
                loading={busy}
                onClick={() =>
                  ask(t('bureau.sendTitle', { count }), t('bureau.sendText'), t('bureau.sendVerb', { count }), send)
                }
              >
                {t('bureau.send')}
              </Button>
            )}
            {status === 'sent' && (
              <>
                <Button
                  loading={busy}
                  onClick={() => ask(t('bureau.closeTitle'), t('bureau.closeText'), t('bureau.close'), close)}
                >
                  {t('bureau.close')}
                </Button>
                <Button
                  danger
                  loading={busy}
                  onClick={() =>
                    ask(
                      t('bureau.recallTitle'),
                      t('bureau.recallText', { count }),
                      t('bureau.recallVerb'),
                      recall,
                      true,
                    )
                  }
                >
                  {t('bureau.recall')}
                </Button>
              </>
            )}
          </Space>
        )}
      </header>
      {status !== 'draft' && !plan.isWithdrawn && mayReport && (
        <Link to={`${planAddress(id)}/report`}>{t('bureau.toReport')}</Link>
      )}
      {entity && (
        <EditDialog
          entity={entity}
          id={editing ? id : undefined}
          onClose={() => {
            setEditing(false);
            onChanged();
          }}
        />
      )}
    </section>
  );
}
