import type { ReactNode } from 'react';
import styles from './AccountPage.module.css';

/** A setting of the account: what it is, what it is for, and its act. */
export const AccountRow = ({ name, about, act }: { name: ReactNode; about: string; act?: ReactNode }) => (
  <li className={styles.row}>
    <div className={styles.what}>
      <p className={styles.strong}>{name}</p>
      <p className={styles.about}>{about}</p>
    </div>
    {act}
  </li>
);
