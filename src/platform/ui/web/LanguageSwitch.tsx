import { chooseLanguage, LANGUAGE_LABEL, LANGUAGES, useLanguage } from '../../i18n/web/language.ts';
import { notifyFailure } from '../../session/web/notify-failure.ts';
import styles from './language-switch.module.css';

/** The languages side by side; plain buttons, since the sign-in page has no more. */
export function LanguageSwitch() {
  const current = useLanguage();
  return (
    <div role="group" aria-label={LANGUAGE_LABEL} className={styles.languages}>
      {LANGUAGES.map(({ value, name, tag }) => (
        <button
          key={value}
          type="button"
          lang={tag}
          aria-pressed={value === current}
          className={styles.language}
          onClick={() => void chooseLanguage(value).catch(notifyFailure)}
        >
          {name}
        </button>
      ))}
    </div>
  );
}
