import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { libraryCase, type LibraryCase } from '../contract.ts';
import { Findings } from './Findings.tsx';
import { LibraryActs } from './LibraryActs.tsx';
import { LibraryForm } from './LibraryForm.tsx';
import { LibraryView } from './LibraryView.tsx';
import { caseLibrary } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';

provideTexts({ caseLibrary });

/** /case-library/{library_id}: a released case; before that its draft and its review. */
export function LibraryCasePage() {
  const { t } = useTranslation();
  const { library_id: id = '' } = useParams();
  const client = useQueryClient();
  const [editing, setEditing] = useState(false);
  const key = ['library-case', id];
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: ({ signal }) => call(libraryCase, { params: { id } }, { signal, quiet: true }),
    gcTime: 0,
    staleTime: Infinity,
  });
  const showSaved = (saved: LibraryCase) => {
    client.setQueryData(key, saved);
    setEditing(false);
  };
  return (
    <div className={page.page}>
      <PageTitle title={t('page.libraryCase.title')} />
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active paragraph={{ rows: 10 }} />
      ) : (
        <>
          {data.findings && <Findings value={data} findings={data.findings} />}
          {editing ? (
            <LibraryForm value={data} onSaved={showSaved} onCancel={() => setEditing(false)} />
          ) : (
            <LibraryView
              value={data}
              acts={<LibraryActs value={data} onEdit={() => setEditing(true)} onChanged={() => void refetch()} />}
            />
          )}
        </>
      )}
    </div>
  );
}
