import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { optionsOf } from '../../../../platform/schema/filters.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useEduStructures } from './use-structures.ts';

/** Selects a period of this school; offers all periods of the schema while those of the school are unknown. */
export function PeriodControl(props: ControlProps) {
  const { data, isLoading } = useEduStructures();
  const offered = optionsOf(props.field)?.filter(
    ({ value }) => !data || data.items.some((item) => item.period === value),
  );
  return <SelectControl {...props} options={offered} loading={isLoading} />;
}
