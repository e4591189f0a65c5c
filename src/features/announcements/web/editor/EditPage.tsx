import { useQuery } from '@tanstack/react-query';
import { Alert, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useParams, useSearchParams } from 'react-router';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { announcementChoices, writtenAnnouncement, type WrittenAnnouncement } from '../../contract/writing.ts';
import { WRITING_KEY } from '../keys.ts';
import { announcementEditor, announcementManage, announcements } from '../texts.zh.ts';
import { EditForm } from './EditForm.tsx';
import { newValues, valuesOf } from './values.ts';
import pageStyles from '../../../../platform/crud/web/page.module.css';

provideTexts({ announcements, announcementManage, announcementEditor });

const NEW = 'new';

/** A text that cannot be changed any more. */
function Fixed({ status }: Pick<WrittenAnnouncement, 'status'>) {
  const { t } = useTranslation();
  return (
    <Alert
      type="info"
      showIcon
      message={t(status === 'withdrawn' ? 'announcementEditor.withdrawn' : 'announcementEditor.published')}
    />
  );
}

/** /platform-announcement/edit/:announcementId: a new text (`new`), or one that is not published. */
export function EditPage() {
  const { t } = useTranslation();
  const { announcementId: id = NEW } = useParams();
  const [search] = useSearchParams();
  const fresh = id === NEW;
  const choices = useQuery({
    queryKey: [...WRITING_KEY, 'choices'],
    queryFn: ({ signal }) => call(announcementChoices, {}, { signal, quiet: true }),
  });
  const written = useQuery({
    queryKey: ['written-announcement', id],
    queryFn: ({ signal }) => call(writtenAnnouncement, { params: { id } }, { signal, quiet: true }),
    enabled: !fresh,
    // The form holds what is typed; a second read must not replace it.
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  });
  const kind = search.get('kind') === 'article' ? 'article' : 'announcement';
  const row = written.data;
  const title = row
    ? t('announcementEditor.titles.edit', { title: row.title })
    : t(`announcementEditor.titles.${kind}`);
  const error = choices.error ?? written.error;
  const editable = row === undefined || row.status === 'draft' || row.status === 'scheduled';
  return (
    <div className={pageStyles.page}>
      <PageTitle title={title} />
      {error ? (
        <FailedState error={error} onRetry={() => void Promise.all([choices.refetch(), !fresh && written.refetch()])} />
      ) : choices.data === undefined || (!fresh && row === undefined) ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : !editable ? (
        <Fixed status={row.status} />
      ) : (
        <EditForm
          key={id}
          initial={row ? valuesOf(row) : newValues(kind, choices.data.own_roles)}
          row={row}
          choices={choices.data}
        />
      )}
    </div>
  );
}
