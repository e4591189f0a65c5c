import { AlertOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { openCrisisReport } from '../../../features/crisis/web/crisis-dialogs.ts';
import { PageHelp } from '../../../features/help/web/PageHelp.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useService } from '../../../platform/session/web/service.ts';
import { useSite } from '../../../platform/session/web/site.ts';
import { SiteLogo } from '../../../platform/ui/web/SiteLogo.tsx';
import { DialogBoundary } from './DialogBoundary.tsx';
import { HeaderIcons } from './HeaderIcons.tsx';
import { Help } from './Help.tsx';
import type { DialogName } from './use-dialogs.tsx';
import { UserMenu } from './UserMenu.tsx';
import look from '../../../platform/ui/web/header-icon.module.css';
import styles from './Header.module.css';

/** The header of `spec §2` from 600 px on. */
export function Header({ page, open }: { page: PageEntry; open: (dialog: DialogName) => void }) {
  const { t } = useTranslation();
  const { site_name } = useSite();
  const { identity } = useCurrentUser();
  const staff = identity === IDENTITY.staff;
  const expired = useService()?.stage === 'expired';
  const mayReport = useMay('crisis-report', 'report') && !expired;
  return (
    <header className={styles.header}>
      <Link to="/index" className={styles.site}>
        <SiteLogo />
        <span className={styles.siteName}>{site_name}</span>
      </Link>
      <div className={styles.links}>
        {page.key !== 'index' && (
          <Link to="/index" className={styles.link}>
            {t('common.home')}
          </Link>
        )}
        {mayReport && (
          <button
            type="button"
            data-tour="crisis-report"
            className={`${styles.link} ${styles.report}`}
            onClick={() => openCrisisReport()}
          >
            <AlertOutlined aria-hidden />
            {t('layout.crisisReport')}
          </button>
        )}
        {staff && page.key !== 'applications' && (
          <Link to="/application-center" className={styles.link}>
            {t('page.applications.title')}
          </Link>
        )}
        {staff && page.key !== 'help' && (
          <Link to="/help-center/index" className={styles.link} data-tour="help">
            {t('layout.helpCenter')}
          </Link>
        )}
      </div>
      {staff ? (
        <HeaderIcons page={page} />
      ) : (
        <>
          {/* They have no breadcrumb beside which it could be. */}
          <DialogBoundary>
            <PageHelp page={page} className={look.icon} />
          </DialogBoundary>
          {identity !== IDENTITY.operator && <Help />}
        </>
      )}
      <UserMenu page={page} open={open} />
    </header>
  );
}
