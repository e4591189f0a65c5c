import { FundProjectionScreenOutlined, RobotOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Downloads } from '../../../features/exports/web/Downloads.tsx';
import { Notices } from '../../../features/notices/web/Notices.tsx';
import { SearchButton } from '../../../features/search/web/SearchButton.tsx';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { DialogBoundary } from './DialogBoundary.tsx';
import look from '../../../platform/ui/web/header-icon.module.css';
import styles from './Header.module.css';

/**
 * The icon buttons of `spec §2`, layout. Those of the AI and of the large screen need the right, and are hidden on
 * their own page.
 */
export function HeaderIcons({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const mayChat = useMay('ai-chat', 'open');
  const mayScreen = useMay('large-screen', 'open');
  return (
    <div className={styles.icons}>
      <DialogBoundary>
        <SearchButton />
      </DialogBoundary>
      {mayChat && page.key !== 'ai' && (
        <Tooltip title={t('layout.ai')}>
          <Link to="/ai-chat" className={look.icon} aria-label={t('layout.ai')}>
            <RobotOutlined />
          </Link>
        </Tooltip>
      )}
      <DialogBoundary>
        <Notices />
      </DialogBoundary>
      {mayScreen && page.key !== 'largeScreen' && (
        <Tooltip title={t('layout.bigScreen')}>
          <Link to="/large-screen" className={look.icon} aria-label={t('layout.bigScreen')}>
            <FundProjectionScreenOutlined />
          </Link>
        </Tooltip>
      )}
      <DialogBoundary>
        <Downloads />
      </DialogBoundary>
    </div>
  );
}
