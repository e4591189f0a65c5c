import { RightOutlined } from '@ant-design/icons';
import { Drawer, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PageEntry } from '../../../platform/feature/web/page.ts';
import {
  chooseLanguage,
  LANGUAGE_LABEL,
  LANGUAGES,
  useLanguage,
  type Language,
} from '../../../platform/i18n/web/language.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { chooseMode, useModeChoice, type ModeChoice } from '../../../platform/theme/web/theme-mode.ts';
import { Avatar } from '../../../platform/ui/web/Avatar.tsx';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { MODES, modeText } from '../../../platform/ui/web/modes.ts';
import { MobilePages } from './MobilePages.tsx';
import type { DialogName } from './use-dialogs.tsx';
import { useUserActs } from './use-user-acts.ts';
import type { UserAct } from './user-acts.ts';
import styles from './MobileDrawer.module.css';

interface Props {
  page: PageEntry;
  visible: boolean;
  onClose: () => void;
  open: (dialog: DialogName) => void;
}

/** The bottom drawer of the mobile layout (`spec §2`). */
export function MobileDrawer({ page, visible, onClose, open }: Props) {
  const { t } = useTranslation();
  const { user, org, role } = useCurrentUser();
  const { acts, run } = useUserActs(page, open);
  useCloseOnBack(visible, onClose);
  const mode = useModeChoice();
  const language = useLanguage();
  const act = (name: UserAct) => {
    onClose();
    run(name);
  };
  return (
    <Drawer
      placement="bottom"
      height="auto"
      open={visible}
      onClose={onClose}
      closable={false}
      aria-label={t('layout.userMenu')}
      styles={{ body: { padding: 0, maxHeight: '85dvh' } }}
      className={styles.drawer}
    >
      <div className={styles.person}>
        <Avatar name={user.real_name} src={user.avatar} size={44} />
        <div>
          <p className={styles.name}>{user.real_name}</p>
          <p className={styles.role}>{role === null ? org.org_name : `${role.role_name} · ${org.org_name}`}</p>
        </div>
      </div>
      <MobilePages onOpen={onClose} />
      <ul>
        {acts.map((name) => {
          return (
            <li key={name}>
              <button
                type="button"
                className={name === 'signOut' ? `${styles.act} ${styles.leave}` : styles.act}
                onClick={() => act(name)}
              >
                <span>{t(`layout.${name}`)}</span>
                {name !== 'signOut' && <RightOutlined className={styles.go} aria-hidden="true" />}
              </button>
            </li>
          );
        })}
        <li className={styles.choice}>
          <span id="drawer-language">{LANGUAGE_LABEL}</span>
          <Segmented<Language>
            aria-labelledby="drawer-language"
            value={language}
            onChange={(next) => void chooseLanguage(next).catch(notifyFailure)}
            options={LANGUAGES.map(({ value, name, tag }) => ({ value, label: <span lang={tag}>{name}</span> }))}
          />
        </li>
        <li className={styles.choice}>
          <span id="drawer-theme">{t('layout.theme')}</span>
          <Segmented<ModeChoice>
            aria-labelledby="drawer-theme"
            value={mode}
            onChange={chooseMode}
            options={MODES.map((value) => ({ value, label: t(modeText(value)) }))}
          />
        </li>
      </ul>
    </Drawer>
  );
}
