import { CheckOutlined, DownOutlined } from '@ant-design/icons';
import { Dropdown, type MenuProps } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import { chooseLanguage, LANGUAGE_LABEL, LANGUAGES, useLanguage } from '../../../platform/i18n/web/language.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { chooseMode, useModeChoice } from '../../../platform/theme/web/theme-mode.ts';
import { Avatar } from '../../../platform/ui/web/Avatar.tsx';
import { inHeader } from '../../../platform/ui/web/in-header.ts';
import { MODES, modeText } from '../../../platform/ui/web/modes.ts';
import type { DialogName } from './use-dialogs.tsx';
import { useUserActs } from './use-user-acts.ts';
import type { UserAct } from './user-acts.ts';
import styles from './Header.module.css';

/** The avatar with the acts of `spec §2`, layout. */
export function UserMenu({ page, open }: { page: PageEntry; open: (dialog: DialogName) => void }) {
  const { t } = useTranslation();
  const { user, org, role } = useCurrentUser();
  const { acts, run } = useUserActs(page, open);
  const mode = useModeChoice();
  const language = useLanguage();

  const entry = (act: UserAct) => {
    return {
      key: act,
      label: t(`layout.${act}`),
      onClick: () => run(act),
    };
  };
  const place = role === null ? org.org_name : `${role.role_name} · ${org.org_name}`;
  const items: MenuProps['items'] = [
    ...acts.filter((act) => act !== 'signOut').map(entry),
    {
      key: 'theme',
      label: t('layout.theme'),
      children: MODES.map((each) => ({
        key: each,
        label: t(modeText(each)),
        icon: <CheckOutlined className={each === mode ? undefined : styles.notChosen} />,
        onClick: () => chooseMode(each),
      })),
    },
    {
      key: 'language',
      label: LANGUAGE_LABEL,
      children: LANGUAGES.map(({ value, name, tag }) => ({
        key: value,
        label: <span lang={tag}>{name}</span>,
        icon: <CheckOutlined className={value === language ? undefined : styles.notChosen} />,
        onClick: () => void chooseLanguage(value).catch(notifyFailure),
      })),
    },
    { type: 'divider' },
    entry('signOut'),
  ];

  return (
    <Dropdown
      menu={{ items, selectable: false }}
      trigger={['click']}
      placement="bottomRight"
      getPopupContainer={inHeader}
    >
      <button type="button" className={styles.user} aria-haspopup="menu">
        {/* Part of the content instead of a label, which would have to repeat all visible text. */}
        <span className={styles.purpose}>{t('layout.userMenu')} </span>
        <Avatar name={user.real_name} src={user.avatar} />
        <span className={styles.who}>
          <span className={styles.name}>{user.real_name}</span> <span className={styles.role}>{place}</span>
        </span>
        <DownOutlined className={styles.down} aria-hidden="true" />
      </button>
    </Dropdown>
  );
}
