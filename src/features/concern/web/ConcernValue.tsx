import type { ValueProps } from '../../../platform/feature/web/feature.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';

/** A concern level as text, icon and colour; no tag where there is none. */
export const ConcernTag = ({ level }: { level: number }) =>
  level === 0 ? (
    labelOf('concern_level', level)
  ) : (
    <StatusTag tone={level === 3 ? 'red' : 'yellow'}>{labelOf('concern_level', level)}</StatusTag>
  );

/** A concern level in lists and details. */
export const ConcernValue = ({ value, text }: ValueProps) =>
  typeof value === 'number' ? <ConcernTag level={value} /> : text;
