import { AlertFilled, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { CrisisLevel } from '../../shared/generated/enums.ts';
import { labelOf } from '../../shared/rules/labels.ts';
import type { Palette } from '../theme/tokens.ts';
import styles from './CrisisLevelTag.module.css';

/** How a crisis level is shown, everywhere the same (`look.md`), charts included; level 1 is the most urgent, as with public warnings. */
export const CRISIS_LOOKS: Readonly<Record<CrisisLevel, { color: keyof Palette; icon: ReactNode }>> = {
  1: { color: 'error', icon: <AlertFilled /> },
  2: { color: 'warning', icon: <WarningOutlined /> },
  3: { color: 'info', icon: <InfoCircleOutlined /> },
};

/** A crisis level as a word, an icon and a colour; the most urgent is filled, so that it stands out of a list at a glance. */
export function CrisisLevelTag({ level }: { level: CrisisLevel }) {
  return (
    <span className={styles.tag} data-level={level}>
      <span aria-hidden="true">{CRISIS_LOOKS[level].icon}</span>
      {labelOf('crisis_level', level)}
    </span>
  );
}
