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

/** The icon buttons of `spec §2`, layout. The AI icon needs the right and is hidden on its own page. */
export function HeaderIcons({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const mayChat = useMay('ai-chat', 'open');
  // Planned.
  const bigScreen = t('layout.notBuilt', { name: t('layout.bigScreen') });
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
      <Tooltip title={bigScreen} trigger={['hover', 'focus', 'click']}>
        <button type="button" className={`${look.icon} ${look.later}`} aria-disabled="true" aria-label={bigScreen}>
          <FundProjectionScreenOutlined />
        </button>
      </Tooltip>
      <DialogBoundary>
        <Downloads />
      </DialogBoundary>
    </div>
  );
}
