import { NotificationOutlined, PushpinOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { call } from '../../../../platform/http/web/call.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { Tag } from '../../../../platform/ui/web/Tag.tsx';
import { useConfirm } from '../../../../platform/ui/web/use-confirm.ts';
import { deleteAnnouncement, unscheduleAnnouncement, type OwnLine } from '../../contract/writing.ts';
import { DisplaySheet } from './DisplaySheet.tsx';
import { PublishSheet } from './PublishSheet.tsx';
import { ReadersSheet } from './ReadersSheet.tsx';
import { useWriting } from './use-writing.ts';
import { WithdrawSheet } from './WithdrawSheet.tsx';
import styles from '../announcements.module.css';

const TONES = { draft: 'grey', scheduled: 'yellow', published: 'done', withdrawn: 'grey' } as const;
type Status = keyof typeof TONES;
const isStatus = (text: string): text is Status => Object.hasOwn(TONES, text);

function useFacts({ status, closed, ...line }: OwnLine): string[] {
  const { t } = useTranslation();
  const at = (key: 'published' | 'scheduled' | 'ends' | 'ended', instant: string) =>
    t(`announcementManage.${key}`, { at: dateText(instant) });
  return [
    ...(line.published_at === undefined ? [] : [at('published', line.published_at)]),
    ...(status === 'scheduled' && line.publish_at !== undefined ? [at('scheduled', line.publish_at)] : []),
    ...(line.ends_at !== undefined && status !== 'withdrawn' ? [at(closed ? 'ended' : 'ends', line.ends_at)] : []),
    ...(status === 'withdrawn'
      ? [
          t('announcementManage.withdrawn', {
            at: dateText(line.withdrawn_at ?? ''),
            reason: line.withdraw_reason ?? '',
          }),
        ]
      : []),
    ...(status === 'draft'
      ? [t('announcementManage.edited', { name: line.updated_by_name ?? '', at: dateText(line.updated_at) })]
      : []),
    ...(status === 'published' ? [t('announcementManage.read', { readers: line.readers, people: line.people })] : []),
  ];
}

type Open = 'publish' | 'withdraw' | 'display' | 'readers';

/** One text with its state and what can be done with it. */
export function WrittenLine({ line }: { line: OwnLine }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const confirm = useConfirm();
  const [open, setOpen] = useState<Open>();
  const facts = useFacts(line);
  const { announcement_id: id, status, title, kind, closed, pinned, banner } = line;
  const params = { id };
  const unscheduling = useWriting(
    () => call(unscheduleAnnouncement, { params }, { quiet: true }),
    t('announcementManage.unscheduled'),
  );
  const deleting = useWriting(
    () => call(deleteAnnouncement, { params }, { quiet: true }),
    t('announcementManage.deleted'),
  );
  const failed = unscheduling.error ?? deleting.error;
  const askDelete = () =>
    confirm({
      title: t('announcementManage.deleteTitle', { title }),
      content: t('announcementManage.deleteText'),
      okText: t('announcementManage.deleteVerb'),
      okButtonProps: { danger: true },
      cancelText: t('common.cancel'),
      onOk: () => deleting.run(),
    });
  const editable = status === 'draft' || status === 'scheduled';
  const shown = status === 'published' && !closed;
  const act = (key: Open | 'edit' | 'unschedule' | 'delete', onClick: () => void, danger = false) => (
    <Button
      size="small"
      type="text"
      danger={danger}
      loading={key === 'unschedule' && unscheduling.busy}
      onClick={onClick}
    >
      {t(`announcementManage.acts.${key}`)}
    </Button>
  );
  const close = () => setOpen(undefined);
  return (
    <li className={styles.written}>
      <span className={styles.head}>
        {isStatus(status) && (
          <StatusTag tone={closed ? 'grey' : TONES[status]}>
            {closed && status === 'published' ? t('announcementManage.closed') : labelOf('announcement_status', status)}
          </StatusTag>
        )}
        <span className={styles.quiet}>{t(`announcements.kinds.${kind}`)}</span>
        <strong className={styles.name}>{title}</strong>
        {shown && pinned && (
          <Tag look="yellow" icon={<PushpinOutlined />}>
            {t('announcements.pinned')}
          </Tag>
        )}
        {shown && banner && (
          <Tag look="grey" icon={<NotificationOutlined />}>
            {t('announcementManage.banner')}
          </Tag>
        )}
      </span>
      <span className={styles.quiet}>{facts.join(' · ')}</span>
      {failed !== null && (
        <span role="alert" className={styles.problem}>
          {failureOf(failed).message}
        </span>
      )}
      <span className={styles.acts}>
        {editable && act('edit', () => void navigate(`/platform-announcement/edit/${id}`))}
        {editable && act('publish', () => setOpen('publish'))}
        {status === 'scheduled' && act('unschedule', () => unscheduling.run())}
        {!editable && act('readers', () => setOpen('readers'))}
        {status === 'published' && act('display', () => setOpen('display'))}
        {status === 'published' && act('withdraw', () => setOpen('withdraw'), true)}
        {status === 'draft' && act('delete', askDelete, true)}
      </span>
      {open === 'publish' && <PublishSheet line={line} onClose={close} onDone={close} />}
      {open === 'withdraw' && <WithdrawSheet line={line} onClose={close} />}
      {open === 'display' && <DisplaySheet line={line} onClose={close} />}
      {open === 'readers' && <ReadersSheet line={line} onClose={close} />}
    </li>
  );
}
