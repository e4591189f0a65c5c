import type { ReactNode } from 'react';
import type { CrisisLevel } from '../../schema/generated/enums.ts';
import type { Tone } from '../../schema/types.ts';
import styles from './Tag.module.css';

/** Text with an icon in a frame; color is never the only carrier of meaning (`look.md`). */
export const Tag = ({
  look,
  icon,
  children,
}: {
  look: Exclude<Tone, 'done'> | `level${CrisisLevel}`;
  icon: ReactNode;
  children: ReactNode;
}) => (
  <span className={styles.tag} data-look={look}>
    <span aria-hidden="true">{icon}</span>
    {children}
  </span>
);
