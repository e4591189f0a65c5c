import { BellOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { myNotices, readAllMyNotices, readMyNotice, type Notice } from '../contract.ts';
import { ownAddressOf, wordsOf } from './subjects.ts';
import { notices as texts } from './texts.zh.ts';
import styles from './own-notices.module.css';

provideTexts({ notices: texts });

const KEY = ['my-notices'];
const SHOWN = 20;

/** Notices of a student or guardian on their home: the unread ones, and the earlier ones on request. */
export function OwnNotices() {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const [all, setAll] = useState(false);
  const [busy, setBusy] = useState(false);
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call(myNotices, { query: { size: SHOWN } }, { signal, quiet: true }),
    gcTime: 0,
  });
  if (data === undefined || data.total === 0) return null;
  const shown = data.items.filter(({ read_at }) => all || read_at === undefined);
  const mark = async (read: () => Promise<unknown>) => {
    setBusy(true);
    try {
      await read();
      await queries.invalidateQueries({ queryKey: KEY });
    } catch (failure) {
      notifyFailure(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={styles.card} aria-labelledby="own-notices">
      <h2 id="own-notices" className={styles.title}>
        <BellOutlined aria-hidden /> {t('notices.mine')}
      </h2>
      {shown.length > 0 && (
        <ul className={styles.list}>
          {shown.map((notice) => (
            <Line
              key={notice.notice_id}
              notice={notice}
              busy={busy}
              onRead={() => void mark(() => call(readMyNotice, { params: { id: notice.notice_id } }, { quiet: true }))}
            />
          ))}
        </ul>
      )}
      <div className={styles.acts}>
        {data.unread > 1 && (
          <Button
            size="large"
            loading={busy}
            onClick={() => void mark(() => call(readAllMyNotices, {}, { quiet: true }))}
          >
            {t('notices.readAll')}
          </Button>
        )}
        {data.items.length > data.unread && (
          <Button size="large" type="text" aria-expanded={all} onClick={() => setAll(!all)}>
            {t(all ? 'notices.fewer' : 'notices.earlier')}
          </Button>
        )}
      </div>
    </section>
  );
}

function Line({ notice, busy, onRead }: { notice: Notice; busy: boolean; onRead: () => void }) {
  const { t } = useTranslation();
  const isUnread = notice.read_at === undefined;
  const address = ownAddressOf(notice);
  return (
    <li className={styles.line} data-unread={isUnread}>
      <span>
        {address === undefined ? (
          <span className={styles.text}>{wordsOf(notice)}</span>
        ) : (
          <Link to={address} className={styles.text}>
            {wordsOf(notice)}
          </Link>
        )}
        <time className={styles.at} dateTime={notice.created_at}>
          {dateText(notice.created_at)}
        </time>
      </span>
      {isUnread && (
        <Button size="large" disabled={busy} onClick={onRead}>
          {t('notices.seen')}
        </Button>
      )}
    </li>
  );
}
