import { App, Button, Space } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router';
import { EditDialog } from '../../../../platform/crud/web/form/FormDialog.tsx';
import { useEntity } from '../../../../platform/crud/web/use-entity.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { archiveExam, copyExam, makeUpExam } from '../../contract/exams.ts';
import { examAddress } from './address.ts';
import { CloseDialog } from './CloseDialog.tsx';
import { ExtendDialog } from './ExtendDialog.tsx';
import { RemindDialog } from './RemindDialog.tsx';
import { toneOf } from './tones.ts';
import { useAct } from './use-act.ts';
import type { Exam } from './use-exam.ts';
import styles from './planning.module.css';

type Dialog = 'edit' | 'extend' | 'close' | 'remind';

/** What a plan is, and what may be done with it in its state. */
export function ExamHeader({ exam, onChanged }: { exam: Exam; onChanged: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { modal } = App.useApp();
  const entity = useEntity('exam');
  const mayPlan = useMay('exam', 'update');
  const [dialog, setDialog] = useState<Dialog>();
  const { status, exam_id: id } = exam;
  const params = { id };
  const close = () => {
    setDialog(undefined);
    onChanged();
  };
  const makeUp = useAct(
    () => call(makeUpExam, { params }, { quiet: true }),
    ({ added }) => t(added > 0 ? 'exams.madeUp' : 'exams.noneMadeUp', { count: added }),
    onChanged,
  );
  const archive = useAct(
    () => call(archiveExam, { params }, { quiet: true }),
    () => t('exams.archived'),
    onChanged,
  );
  const copy = useAct(
    () => call(copyExam, { params, body: {} }, { quiet: true }),
    () => t('exams.copied'),
    (row) => void navigate(examAddress(String(row['exam_id']))),
  );
  const isOpen = status === 'published' || status === 'running';
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
          <p className={styles.quiet}>
            {[
              window,
              labelOf('exam_place', exam.place),
              t(exam.consent_required ? 'exams.consentAll' : 'exams.consentYoung'),
            ].join('；')}
          </p>
        </div>
        {mayPlan && (
          <Space wrap>
            {status !== 'archived' && status !== 'closed' && (
              <Button onClick={() => setDialog('edit')}>{t('exams.edit')}</Button>
            )}
            {isOpen && <Button onClick={() => setDialog('remind')}>{t('exams.remind')}</Button>}
            {isOpen && (
              <Button loading={makeUp.busy} onClick={makeUp.run}>
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
                loading={archive.busy}
                onClick={() =>
                  modal.confirm({
                    title: t('exams.archiveTitle'),
                    content: t('exams.archiveText'),
                    okText: t('exams.archiveVerb'),
                    onOk: archive.run,
                  })
                }
              >
                {t('exams.archiveVerb')}
              </Button>
            )}
            <Button loading={copy.busy} onClick={copy.run}>
              {t('exams.copy')}
            </Button>
          </Space>
        )}
      </header>
      <p>
        <Link to={`/exam/${id}/topic`}>{t('exams.toTopic')}</Link>
      </p>
      {entity && <EditDialog entity={entity} id={dialog === 'edit' ? id : undefined} onClose={close} />}
      {dialog === 'extend' && <ExtendDialog exam={exam} onClose={close} />}
      {dialog === 'close' && <CloseDialog exam={exam} onClose={close} />}
      {dialog === 'remind' && <RemindDialog examId={id} onClose={() => setDialog(undefined)} />}
    </section>
  );
}
