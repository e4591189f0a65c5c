import type { ValueProps } from '../../../platform/feature/web/feature.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { isLevel } from '../rules/crisis.ts';

/** A crisis level in lists and details. */
export const LevelValue = ({ value, text }: ValueProps) => (isLevel(value) ? <CrisisLevelTag level={value} /> : text);
