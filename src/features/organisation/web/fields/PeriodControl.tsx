import { optionsOf } from '../../../../platform/schema/filters.ts';
import type { ControlProps } from '../../../../platform/ui/web/fields/control.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useEduStructures } from './use-structures.ts';

/** One of the periods that this school has; any of the schema's where the school's are not known. */
export function PeriodControl(props: ControlProps) {
  const { data, isLoading } = useEduStructures();
  const offered = optionsOf(props.field)?.filter(
    ({ value }) => !data || data.items.some((item) => item.period === value),
  );
  return <SelectControl {...props} options={offered} loading={isLoading} />;
}
