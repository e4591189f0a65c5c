import type { Section } from '../contract.ts';
import styles from './transfers.module.css';

/** Sections of a package: labels beside texts. */
export const Sections = ({ sections }: { sections: readonly Section[] }) => (
  <>
    {sections.map(({ part, title, rows }) => (
      <section key={`${part} ${title}`}>
        <h3 className={styles.title}>{title}</h3>
        <dl className={styles.rows}>
          {rows.map(([label, text], i) => (
            // Labels repeat, and rows never change their place.
            <div key={i} className={styles.row}>
              <dt>{label}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </section>
    ))}
  </>
);
