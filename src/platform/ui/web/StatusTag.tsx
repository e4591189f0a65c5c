import {
  CheckCircleOutlined,
  CloseCircleOutlined,
  ExclamationCircleOutlined,
  MinusCircleOutlined,
  SyncOutlined,
} from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Tone } from '../../schema/types.ts';
import { Tag } from './Tag.tsx';

const ICONS = {
  grey: <MinusCircleOutlined />,
  active: <SyncOutlined />,
  yellow: <ExclamationCircleOutlined />,
  red: <CloseCircleOutlined />,
  done: <CheckCircleOutlined />,
} as const;

/** A state as text, icon and color; a check mark never stands for an ended or invalid state (`look.md`). */
export const StatusTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Tag look={tone === 'done' ? 'grey' : tone} icon={ICONS[tone]}>
    {children}
  </Tag>
);
