import { App, Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { EditDialog } from '../../../../platform/crud/web/form/FormDialog.tsx';
import { useEntity } from '../../../../platform/crud/web/use-entity.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { archiveExam, copyExam, makeUpExam } from '../../contract/exams.ts';
import { withoutFixed } from '../bureau/fixed.ts';
import { bureau } from '../bureau/texts.zh.ts';
import { AnswersLink } from '../questionnaires/AnswersLink.tsx';
import { useAct } from '../use-act.ts';
import { examAddress } from './address.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { RecalculateDialog } from './RecalculateDialog.tsx';
import { RemindDialog } from './RemindDialog.tsx';
import { toneOf } from './tones.ts';
import type { Exam } from './use-exam.ts';
import { normSetTitle, usePacks } from './use-packs.ts';
import styles from './planning.module.css';

provideTexts({ bureau });

type Dialog = 'edit' | 'extend' | 'close' | 'remind' | 'recalculate';

/** The warnings of screenings that wait for their interview. */
const INTERVIEWS = '/warning/assessment?interview=due,overdue';

/** What a plan is, and what may be done with it in its state. */
export function ExamHeader({ exam, onChanged }: { exam: Exam; onChanged: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const entity = useEntity('exam');
  const mayPlan = useMay('exam', 'update');
  const mayOpenWarns = useMay('warning/assessment', 'open');
  const mayReport = useMay('screening/report', 'open');
  const [dialog, setDialog] = useState<Dialog>();
  const { status, exam_id: id } = exam;
  const params = { id };
  const close = () => {
    setDialog(undefined);
    onChanged();
  };
  const [makingUp, archiving, copying] = [useAct(), useAct(), useAct()];
  const makeUp = () =>
    makingUp.run(() => call(makeUpExam, { params }, { quiet: true }), {
      done: ({ added }) => t(added > 0 ? 'exams.madeUp' : 'exams.noneMadeUp', { count: added }),
      onDone: onChanged,
    });
  const archive = () =>
    archiving.run(() => call(archiveExam, { params }, { quiet: true }), {
      done: () => t('exams.archived'),
      onDone: onChanged,
    });
  const copy = () =>
    copying.run(() => call(copyExam, { params, body: {} }, { quiet: true }), {
      done: () => t('exams.copied'),
      onDone: (row) => void navigate(examAddress(String(row['exam_id']))),
    });
  const isOpen = status === 'published' || status === 'running';
  const { packs } = usePacks(exam.scale_ids);
  const norms = [...packs.values()].flatMap((pack) => {
    const title = normSetTitle(pack, exam.norm_sets[pack.scale_id]);
    return title === undefined ? [] : [t('exams.normOf', { scale: pack.title, norm: title })];
  });
  const window =
    exam.starts_at !== undefined && exam.ends_at !== undefined
      ? t('exams.window', { from: dateText(exam.starts_at), to: dateText(exam.ends_at) })
      : t('exams.noWindow');
  return (
    <section className={styles.card} aria-labelledby="exam-of">
      <header className={styles.row}>
        <div>
          <h2 id="exam-of" className={styles.name}>
            {exam.exam_name} <StatusTag tone={toneOf(status)}>{labelOf('exam_status', status)}</StatusTag>
          </h2>
          {exam.copied_from !== undefined && (
            <p className={styles.quiet}>
              {t('exams.copiedFrom')}
              <Link to={examAddress(exam.copied_from.exam_id)}>{exam.copied_from.exam_name}</Link>
            </p>
          )}
          {exam.bureau_plan_id !== undefined && <p>{t('bureau.follows')}</p>}
          <p className={styles.quiet}>
            {[
              window,
              labelOf('exam_place', exam.place),
              t(exam.consent_required ? 'exams.consentAll' : 'exams.consentYoung'),
            ].join('；')}
          </p>
          {norms.length > 0 && <p className={styles.quiet}>{norms.join('；')}</p>}
        </div>
        {mayPlan && (
          <Space wrap>
            {status !== 'archived' && status !== 'closed' && (
              <Button onClick={() => setDialog('edit')}>{t('exams.edit')}</Button>
            )}
            {isOpen && <Button onClick={() => setDialog('remind')}>{t('exams.remind')}</Button>}
            {isOpen && (
              <Button loading={makingUp.busy} onClick={() => void makeUp()}>
                {t('exams.makeUp')}
              </Button>
            )}
            {(isOpen || status === 'closed') && (
              <Button onClick={() => setDialog('extend')}>{t('exams.extend')}</Button>
            )}
            {isOpen && (
              <Button danger onClick={() => setDialog('close')}>
                {t('exams.close')}
              </Button>
            )}
            {status === 'closed' && (
              <Button
                loading={archiving.busy}
                onClick={() =>
                  modal.confirm({
                    title: t('exams.archiveTitle'),
                    content: t('exams.archiveText'),
                    okText: t('exams.archiveVerb'),
                    onOk: archive,
                  })
                }
              >
                {t('exams.archiveVerb')}
              </Button>
            )}
            {status === 'closed' && <Button onClick={() => setDialog('recalculate')}>{t('recalculation.open')}</Button>}
            <Button loading={copying.busy} onClick={() => void copy()}>
              {t('exams.copy')}
            </Button>
          </Space>
        )}
      </header>
      <Space wrap size="middle">
        <Link to={`/exam/${id}/topic`}>{t('exams.toTopic')}</Link>
        {status !== 'draft' && mayReport && <Link to={`/exam/${id}/report`}>{t('exams.toReport')}</Link>}
        {status !== 'draft' && mayOpenWarns && <Link to={INTERVIEWS}>{t('exams.toInterviews')}</Link>}
        {status !== 'draft' && <AnswersLink examId={id} scaleIds={exam.scale_ids} />}
      </Space>
      {entity && (
        <EditDialog
          entity={exam.bureau_plan_id === undefined ? entity : withoutFixed(entity)}
          id={dialog === 'edit' ? id : undefined}
          onClose={close}
        />
      )}
      {dialog === 'extend' && <ExtendDialog exam={exam} onClose={close} />}
      {dialog === 'close' && <CloseDialog exam={exam} onClose={close} />}
      {dialog === 'recalculate' && <RecalculateDialog exam={exam} onClose={close} />}
      {dialog === 'remind' && <RemindDialog examId={id} onClose={() => setDialog(undefined)} />}
    </section>
  );
}
