import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Segmented, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { Pages } from '../../../../platform/ui/web/Pages.tsx';
import { announcementReaders, type OwnLine, type Readers } from '../../contract/writing.ts';
import { WRITING_KEY } from '../keys.ts';
import styles from '../announcements.module.css';

const SIZE = 30;
const GROUPS = ['staff', 'students', 'guardians'] as const;
const PARTS = { all: undefined, read: true, unread: false } as const;
type Part = keyof typeof PARTS;

function Numbers({ data }: { data: Readers }) {
  const { t } = useTranslation();
  const groups = [
    ...GROUPS.filter((group) => data[group].people > 0).map((group) => ({
      name: t(`announcementManage.groups.${group}`),
      ...data[group],
    })),
    ...data.schools.map(({ school_name: name, people, readers }) => ({ name, people, readers })),
  ];
  return (
    <table className={styles.numbers}>
      <thead>
        <tr>
          <th scope="col">{t('announcementManage.groups.who')}</th>
          <th scope="col">{t('announcementManage.groups.people')}</th>
          <th scope="col">{t('announcementManage.groups.readers')}</th>
        </tr>
      </thead>
      <tbody>
        {groups.map(({ name, people, readers }) => (
          <tr key={name}>
            <td>{name}</td>
            <td>{people}</td>
            <td>{readers}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Names({ data, page, onPage }: { data: Readers; page: number; onPage: (page: number) => void }) {
  const { t } = useTranslation();
  return (
    <>
      {data.items.length === 0 && <p className={styles.quiet}>{t('announcementManage.namesNone')}</p>}
      <ul className={styles.people}>
        {data.items.map(({ real_name, read_at }, i) => (
          <li key={`${real_name}-${i}`} className={styles.person}>
            <span>{real_name}</span>
            <span className={styles.quiet}>
              {read_at === undefined
                ? t('announcementManage.notRead')
                : t('announcementManage.readAt', { at: dateText(read_at) })}
            </span>
          </li>
        ))}
      </ul>
      {data.total > SIZE && <Pages current={page} pageSize={SIZE} total={data.total} onChange={onPage} />}
    </>
  );
}

/** How many of the people have read it, and which of the own staff. */
export function ReadersSheet({ line, onClose }: { line: OwnLine; onClose: () => void }) {
  const { t } = useTranslation();
  const { announcement_id: id, title } = line;
  const [part, setPart] = useState<Part>('all');
  const [page, setPage] = useState(1);
  const read = PARTS[part];
  const { data, error, refetch } = useQuery({
    queryKey: [...WRITING_KEY, 'readers', id, part, page],
    queryFn: ({ signal }) =>
      call(
        announcementReaders,
        { params: { id }, query: { page, size: SIZE, ...(read !== undefined && { read }) } },
        { signal, quiet: true },
      ),
    gcTime: 0,
    placeholderData: keepPreviousData,
  });
  return (
    <Sheet open width={680} title={t('announcementManage.readersTitle', { title })} onClose={onClose}>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <div className={styles.form}>
          <Numbers data={data} />
          {data.staff.people > 0 && (
            <>
              <h3 className={styles.subtitle}>{t('announcementManage.names')}</h3>
              <Segmented<Part>
                value={part}
                onChange={(next) => {
                  setPart(next);
                  setPage(1);
                }}
                options={[
                  { value: 'all', label: t('announcementManage.namesAll') },
                  { value: 'read', label: t('announcementManage.namesRead') },
                  { value: 'unread', label: t('announcementManage.namesUnread') },
                ]}
              />
              <Names data={data} page={page} onPage={setPage} />
            </>
          )}
        </div>
      )}
    </Sheet>
  );
}
