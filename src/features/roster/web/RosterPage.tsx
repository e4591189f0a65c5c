import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { PageTitle } from '../../../platform/ui/web/PageTitle.tsx';
import { BoxCard } from './BoxCard.tsx';
import { ExportCard } from './ExportCard.tsx';
import { ImportCard } from './ImportCard.tsx';
import { ProposalsCard } from './ProposalsCard.tsx';
import { roster } from './texts.zh.ts';
import page from '../../../platform/crud/web/page.module.css';
import styles from './roster.module.css';

provideTexts({ roster });

/** /org-manage/roster: the roster for other systems. */
export function RosterPage() {
  const { t } = useTranslation();
  const maySchedule = useMay('org-manage/roster/box', 'open');
  return (
    <div className={page.page}>
      <PageTitle title={t('page.roster.title')} about={t('roster.about')} />
      <div className={styles.cards}>
        <ExportCard />
        <ImportCard />
        {maySchedule && <BoxCard />}
        <ProposalsCard />
      </div>
    </div>
  );
}
