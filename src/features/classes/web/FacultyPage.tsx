import { Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { MajorsDialog } from './faculty/MajorsDialog.tsx';

type View = 'college' | 'major';

/** /org-manage/faculty: colleges or their majors; the address holds the view. */
export function FacultyPage() {
  const { t } = useTranslation();
  const [search, setSearch] = useSearchParams();
  const view: View = search.get('view') === 'major' ? 'major' : 'college';
  const title = t('page.faculty.title');
  const acts = (
    <Segmented<View>
      value={view}
      onChange={(next) => setSearch(next === 'college' ? {} : { view: next })}
      options={[
        { value: 'college', label: t('faculty.colleges') },
        { value: 'major', label: t('faculty.majors') },
      ]}
    />
  );
  return view === 'college' ? (
    <ResourcePage
      key={view}
      name="college"
      title={title}
      acts={acts}
      rowExtras={[{ key: 'majors', label: t('faculty.majors'), act: 'open', linked: true, Dialog: MajorsDialog }]}
    />
  ) : (
    <ResourcePage key={view} name="major" title={title} acts={acts} />
  );
}
