import { AlertOutlined, ArrowLeftOutlined, MenuOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { openCrisisReport } from '../../../features/crisis/web/crisis-dialogs.ts';
import { PageHelp } from '../../../features/help/web/PageHelp.tsx';
import { Notices } from '../../../features/notices/web/Notices.tsx';
import { SearchButton } from '../../../features/search/web/SearchButton.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { usePageTitle } from '../../../platform/pages/web/own-pages.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { historyDepth } from '../../../platform/ui/web/leaving.ts';
import { SiteLogo } from '../../../platform/ui/web/SiteLogo.tsx';
import { DialogBoundary } from './DialogBoundary.tsx';
import { Help } from './Help.tsx';
import styles from './MobileHeader.module.css';

/** The header under 600 px (`spec §2`, layout): a back button and the drawer. */
export function MobileHeader({ page, onMenu }: { page: PageEntry; onMenu: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { org, identity } = useCurrentUser();
  const staff = identity === IDENTITY.staff;
  const expired = useService()?.stage === 'expired';
  const mayReport = useMay('crisis-report', 'report') && !expired;
  const title = usePageTitle(page);
  const home = page.key === 'index';
  // After opening a link there is no portal page to go back to.
  const back = () => void (historyDepth() > 0 ? navigate(-1) : navigate('/index', { replace: true }));
  return (
    <header className={styles.header}>
      {home ? (
        <span className={styles.logo}>
          <SiteLogo size={28} />
        </span>
      ) : (
        <button type="button" className={styles.button} onClick={back} aria-label={t('common.back')}>
          <ArrowLeftOutlined />
        </button>
      )}
      <span className={styles.title}>{home ? org.org_name : title}</span>
      {/* The header of the staff's home page is full. */}
      {!(home && staff) && (
        <DialogBoundary>
          <PageHelp page={page} className={`${styles.button} ${styles.ask}`} />
        </DialogBoundary>
      )}
      {mayReport && (
        <button
          type="button"
          data-tour="crisis-report"
          className={`${styles.button} ${styles.report}`}
          onClick={() => openCrisisReport()}
          aria-label={t('layout.crisisReport')}
        >
          <AlertOutlined />
        </button>
      )}
      {staff ? (
        <>
          <DialogBoundary>
            <SearchButton className={styles.button} />
          </DialogBoundary>
          <DialogBoundary>
            <Notices className={styles.button} />
          </DialogBoundary>
        </>
      ) : (
        identity !== IDENTITY.operator && <Help />
      )}
      <button
        type="button"
        data-tour="help"
        className={styles.button}
        onClick={onMenu}
        aria-label={t('layout.userMenu')}
        aria-haspopup="dialog"
      >
        <MenuOutlined />
      </button>
    </header>
  );
}
