import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import type { Tone } from '../../schema/types.ts';
import { Tag } from './Tag.tsx';

const ICONS = {
  grey: <CheckCircleOutlined />,
  yellow: <ExclamationCircleOutlined />,
  red: <CloseCircleOutlined />,
} as const;

/** A state as text, icon and color. */
export const StatusTag = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <Tag look={tone} icon={ICONS[tone]}>
    {children}
  </Tag>
);
