import { BellOutlined, FundProjectionScreenOutlined, RobotOutlined } from '@ant-design/icons';
import { Tooltip } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { PageEntry } from '../pages/table.ts';
import { useRights } from '../providers/rights.ts';
import { Downloads } from './downloads/Downloads.tsx';
import styles from './Header.module.css';

/** Functions of the header that come later; each says so. */
const LATER = { notice: <BellOutlined />, bigScreen: <FundProjectionScreenOutlined /> } as const satisfies Record<string, ReactNode>;

/** The icon buttons of `spec §2`, layout. AI only where the role may, and not on its own page. */
export function HeaderIcons({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const rights = useRights();
  return (
    <div className={styles.icons}>
      {rights.can('ai-chat', 'open') && page.key !== 'ai' && (
        <Tooltip title={t('layout.ai')}>
          <Link to="/ai-chat" className={styles.icon} aria-label={t('layout.ai')}><RobotOutlined /></Link>
        </Tooltip>
      )}
      {(['notice', 'bigScreen'] as const).map((key) => {
        const text = t('layout.notBuilt', { name: t(`layout.${key}`) });
        return (
          <Tooltip key={key} title={text} trigger={['hover', 'focus', 'click']}>
            <button type="button" className={`${styles.icon} ${styles.later}`} aria-disabled="true" aria-label={text}>{LATER[key]}</button>
          </Tooltip>
        );
      })}
      <Downloads />
    </div>
  );
}
