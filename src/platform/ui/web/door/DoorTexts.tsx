import type { ReactNode } from 'react';
import styles from './door-texts.module.css';

interface Props {
  children: ReactNode;
}

/** The sentence below the title of a public page: what to do here. */
export const DoorLead = ({ children }: Props) => <p className={styles.lead}>{children}</p>;

/** Why the person is here, or what failed; announced by screen readers. */
export const DoorAlert = ({ children }: Props) => (
  <p role="alert" className={styles.alert}>
    {children}
  </p>
);

/** The act of a public page, as wide as its fields. */
export const DoorAct = ({ children }: Props) => <div className={styles.act}>{children}</div>;

/** Links below the act. */
export const DoorLinks = ({ children }: Props) => <p className={styles.links}>{children}</p>;
