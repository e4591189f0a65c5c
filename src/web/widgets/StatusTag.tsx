import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Tone } from '../../shared/schema/types.ts';
import styles from './StatusTag.module.css';

const ICONS = { grey: <CheckCircleOutlined />, yellow: <ExclamationCircleOutlined />, red: <CloseCircleOutlined /> } as const;

/** A state as a word, an icon and a colour, never as a colour alone (`look.md`). */
export const StatusTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={`${styles.tag} ${styles[tone]}`}>
    <span aria-hidden="true">{ICONS[tone]}</span>
    {children}
  </span>
);
