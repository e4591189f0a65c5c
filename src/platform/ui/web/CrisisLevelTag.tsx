import { AlertFilled, InfoCircleOutlined, WarningOutlined } from '@ant-design/icons';
import type { CrisisLevel } from '../../schema/generated/enums.ts';
import { labelOf } from '../../schema/labels.ts';
import { Tag } from './Tag.tsx';

/** Level 1 is the most urgent, as with public warnings. */
const ICONS = { 1: <AlertFilled />, 2: <WarningOutlined />, 3: <InfoCircleOutlined /> } as const;

/** A crisis level as text, icon and color, the same everywhere (`look.md`). */
export const CrisisLevelTag = ({ level }: { level: CrisisLevel }) => (
  <Tag look={`level${level}`} icon={ICONS[level]}>
    {labelOf('crisis_level', level)}
  </Tag>
);
