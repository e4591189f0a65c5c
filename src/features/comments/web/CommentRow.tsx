import { Alert, Button, Input } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { NOTE_MAX } from '../../../platform/media/attachments.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import type { RowOfClass } from '../contract.ts';
import { useCommentDraft } from './use-comment-draft.ts';
import styles from './class-comments.module.css';

interface Props {
  row: RowOfClass;
  year: string;
  busy: boolean;
  /** Another row is being submitted: nothing else is then. */
  locked: boolean;
  /** Why it was not submitted. */
  problem: string | undefined;
  onText: (text: string) => void;
  onSubmit: () => void;
}

/** A student with the submitted comment, or with a field whose text is kept as a draft. */
export function CommentRow(props: Props) {
  const { row } = props;
  return (
    <li className={styles.row}>
      <div>
        <strong>{row.child_name}</strong>
        <p className={styles.quiet}>{[row.class_name, row.student_no].filter(Boolean).join('，')}</p>
      </div>
      {row.written ? <Written row={row} /> : <Draft {...props} />}
    </li>
  );
}

function Written({
  row: { child_id, child_name, content, author_name = '', updated_at = '', own },
}: {
  row: RowOfClass;
}) {
  const { t } = useTranslation();
  return (
    <div className={styles.written}>
      <p className={styles.content}>{content}</p>
      <p className={styles.quiet}>
        {t('comments.batch.written', { name: author_name, at: dateText(updated_at) })}{' '}
        {own && (
          <Link to={`/student/comment/${child_id}/current`} aria-label={`${t('comments.edit')} ${child_name}`}>
            {t('comments.edit')}
          </Link>
        )}
      </p>
    </div>
  );
}

function Draft({ row, year, busy, locked, problem, onText, onSubmit }: Props) {
  const { t } = useTranslation();
  const state = useId();
  const draft = useCommentDraft(row, year);
  const change = (text: string) => {
    draft.change(text);
    onText(text);
  };
  const load = useOnce(async () => onText(await draft.load()));
  return (
    <div className={styles.draft}>
      {problem !== undefined && <Alert type="error" showIcon role="alert" message={problem} />}
      <Input.TextArea
        aria-label={t('comments.batch.of', { name: row.child_name })}
        aria-describedby={state}
        placeholder={t('comments.placeholder')}
        maxLength={NOTE_MAX}
        value={draft.text}
        onChange={({ target }) => change(target.value)}
        onBlur={() => void draft.save()}
        autoSize={{ minRows: 2, maxRows: 10 }}
        disabled={busy}
      />
      <div className={styles.foot}>
        <span id={state} className={styles.quiet} role="status">
          {t(`comments.batch.states.${draft.state}`)}
        </span>
        {draft.state === 'stale' && (
          <Button size="small" onClick={load}>
            {t('comments.batch.load')}
          </Button>
        )}
        {draft.state === 'failed' && (
          <Button size="small" onClick={() => void draft.save()}>
            {t('comments.batch.retry')}
          </Button>
        )}
        <Button
          size="small"
          type="primary"
          loading={busy}
          disabled={locked || draft.text.trim() === ''}
          onClick={onSubmit}
        >
          {t('comments.batch.submit')}
        </Button>
      </div>
    </div>
  );
}
