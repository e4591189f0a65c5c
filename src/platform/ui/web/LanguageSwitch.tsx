import { chooseLanguage, LANGUAGE_LABEL, LANGUAGES, useLanguage } from '../../i18n/web/language.ts';
import { notifyFailure } from '../../session/web/notify-failure.ts';
import styles from './language-switch.module.css';

/** Buttons for the languages; without antd, to keep the sign-in page small. */
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
