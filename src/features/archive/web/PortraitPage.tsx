import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { Notice } from '../../../platform/ui/web/Notice.tsx';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { Sprout } from '../../../platform/ui/web/pictures.tsx';
import { Overview } from './Overview.tsx';
import { archive as texts } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './overview.module.css';

provideTexts({ archive: texts });

/** /student/portraits?child_id=…: a student in short, for a bookmark or a link (`spec §2`, studentPortraits). */
export function PortraitPage() {
  const { t } = useTranslation();
  const [search] = useSearchParams();
  const id = search.get('child_id') ?? '';
  if (id === '')
    return (
      <Notice
        picture={<Sprout />}
        title={t('archive.choose')}
        text={t('archive.chooseText')}
        acts={<Link to="/org-manage/student">{t('archive.toStudents')}</Link>}
      />
    );
  return (
    <div className={page.page}>
      <PageTitle title={t('page.portrait.title')} about={t('page.portrait.about')} />
      <section className={styles.page} aria-label={t('archive.overview.title')}>
        <Overview childId={id} />
      </section>
    </div>
  );
}
