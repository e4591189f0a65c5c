import { Segmented } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { deletionOf } from './deletion.ts';
import { TreeView } from './TreeView.tsx';

const ShowDialog = lazyPage(async () => (await import('../../../platform/crud/web/show/ShowDialog.tsx')).ShowDialog);

type View = 'tree' | 'list';

/** /org-manage/structure: the departments as a tree or as a list; the address holds the view. */
export function StructurePage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'list' ? 'list' : 'tree';
  const deletion = useMemo(() => deletionOf(t), [t]);
  const acts = (
    <Segmented<View>
      value={view}
      onChange={(next) => setSearch(next === 'tree' ? {} : { view: next })}
      options={[
        { value: 'tree', label: t('structure.asTree') },
        { value: 'list', label: t('structure.asList') },
      ]}
    />
  );
  return view === 'list' ? (
    <ResourcePage
      name="department"
      title={t('structure.title')}
      acts={acts}
      deletion={deletion}
      rowExtras={[{ key: 'show', label: t('structure.show'), act: 'open', linked: true, Dialog: ShowDialog }]}
    />
  ) : (
    <TreeView acts={acts} />
  );
}
