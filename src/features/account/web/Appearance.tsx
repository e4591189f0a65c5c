import { Segmented, Switch } from 'antd';
import { useTranslation } from 'react-i18next';
import {
  chooseLanguage,
  LANGUAGE_LABEL,
  LANGUAGES,
  useLanguage,
  type Language,
} from '../../../platform/i18n/web/language.ts';
import { IDENTITY } from '../../../platform/identity/identity.ts';
import { choosePageTabs, usePageTabsOn } from '../../../platform/pages/web/page-tabs.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { chooseMode, useModeChoice, type ModeChoice } from '../../../platform/theme/web/theme-mode.ts';
import { MODES, modeText } from '../../../platform/ui/web/modes.ts';
import { AccountRow } from './AccountRow.tsx';
import styles from './AccountPage.module.css';

/** Theme, language and page tabs. The browser keeps them, because two are needed before a sign-in. */
export function Appearance() {
  const { t } = useTranslation();
  const mode = useModeChoice();
  const language = useLanguage();
  const hasTabs = usePageTabsOn();
  const isStaff = useCurrentUser().identity === IDENTITY.staff;
  return (
    <section className={styles.card} aria-labelledby="appearance">
      <h2 id="appearance" className={styles.heading}>
        {t('account.appearance')}
      </h2>
      <p className={styles.about}>{t('account.appearanceAbout')}</p>
      <ul>
        <AccountRow
          name={t('layout.theme')}
          about={t('account.themeAbout')}
          act={
            <Segmented<ModeChoice>
              aria-label={t('layout.theme')}
              value={mode}
              onChange={chooseMode}
              options={MODES.map((value) => ({ value, label: t(modeText(value)) }))}
            />
          }
        />
        <AccountRow
          name={LANGUAGE_LABEL}
          about={t('account.languageAbout')}
          act={
            <Segmented<Language>
              aria-label={LANGUAGE_LABEL}
              value={language}
              onChange={(next) => void chooseLanguage(next).catch(notifyFailure)}
              options={LANGUAGES.map(({ value, name, tag }) => ({ value, label: <span lang={tag}>{name}</span> }))}
            />
          }
        />
        {isStaff && (
          <AccountRow
            name={t('account.pageTabs')}
            about={t('account.pageTabsAbout')}
            act={<Switch aria-label={t('account.pageTabs')} checked={hasTabs} onChange={choosePageTabs} />}
          />
        )}
      </ul>
    </section>
  );
}
