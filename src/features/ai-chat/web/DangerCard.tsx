import { PhoneOutlined, WarningOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { openCrisisReport } from '../../crisis/web/public.ts';
import { namedStudent } from '../contract.ts';
import styles from './ai-chat.module.css';

/** Police and ambulance first, then the lines for counsel (`look.md`). */
const LINES = [
  ['110', 'police'],
  ['120', 'ambulance'],
  ['12356', 'health'],
  ['12355', 'youth'],
] as const;

interface Props {
  conversationId: string | undefined;
  /** The question, once it is stored. */
  messageId: string | undefined;
}

/** Help lines and the crisis report, below a question that speaks of danger. The person chooses the student. */
export function DangerCard({ conversationId, messageId }: Props) {
  const { t } = useTranslation();
  const mayReport = useMay('crisis-report', 'report');
  const mayFind = useMay('org-manage/student', 'open') && mayReport;
  const { data } = useQuery({
    queryKey: ['ai-chat', 'student', conversationId, messageId],
    queryFn: ({ signal }) => call(namedStudent, { params: { id: conversationId ?? '' } }, { signal, quiet: true }),
    enabled: mayFind && messageId !== undefined && conversationId !== undefined,
    staleTime: Infinity,
    gcTime: 0,
  });
  const student = data?.student;
  const report = (about?: typeof student) => openCrisisReport({ student: about, talkId: messageId });
  return (
    <section className={styles.danger} aria-label={t('aiChat.danger.title')}>
      <h4 className={styles.dangerTitle}>
        <WarningOutlined aria-hidden /> {t('aiChat.danger.title')}
      </h4>
      <p>{t('aiChat.danger.text')}</p>
      <ul className={styles.lines}>
        {LINES.map(([number, line]) => (
          <li key={number}>
            <a href={`tel:${number}`} className={styles.line}>
              <PhoneOutlined aria-hidden /> <strong>{number}</strong> {t(`aiChat.danger.lines.${line}`)}
            </a>
          </li>
        ))}
      </ul>
      <p>{t(mayReport ? 'aiChat.danger.report' : 'aiChat.danger.noReport')}</p>
      {mayReport && (
        <div className={styles.acts}>
          {student && (
            <Button type="primary" danger onClick={() => report(student)}>
              {t('aiChat.danger.reportNamed', { name: student.child_name })}
            </Button>
          )}
          <Button
            type={student ? 'default' : 'primary'}
            danger
            disabled={messageId === undefined}
            onClick={() => report()}
          >
            {t(student ? 'aiChat.danger.reportOther' : 'aiChat.danger.reportAny')}
          </Button>
        </div>
      )}
    </section>
  );
}
