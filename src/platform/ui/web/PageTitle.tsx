import type { ReactNode } from 'react';
import styles from './PageTitle.module.css';

interface Props {
  title: string;
  about?: string;
  acts?: ReactNode;
}

/** Title of a page with a one-line description. */
export const PageTitle = ({ title, about, acts }: Props) => (
  <div className={styles.head}>
    <div>
      <h1 className={styles.title}>{title}</h1>
      {about !== undefined && <p className={styles.about}>{about}</p>}
    </div>
    {acts}
  </div>
);
