import { useTranslation } from 'react-i18next';
import type { Assistant } from '../contract.ts';
import styles from './ai-chat.module.css';

/** An empty conversation: what can be asked. */
export function Welcome({ mode, onChoose }: { mode: Assistant['mode']; onChoose: (question: string) => void }) {
  const { t } = useTranslation();
  const examples = t(`aiChat.examples.${mode}`, { returnObjects: true });
  return (
    <section className={styles.welcome} aria-labelledby="ai-welcome">
      <h2 id="ai-welcome" className={styles.welcomeTitle}>
        {t('aiChat.welcome')}
      </h2>
      <ul className={styles.examples}>
        {examples.map((example) => (
          <li key={example}>
            <button type="button" className={styles.example} onClick={() => onChoose(example)}>
              {example}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
