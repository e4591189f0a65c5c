import { useEffect, useRef } from 'react';
import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { optionsOf } from '../../../../platform/schema/filters.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useSibling } from '../../../../platform/ui/web/fields/siblings.ts';
import type { EduStructures } from '../../public.ts';
import { useEduStructures } from './use-structures.ts';

const asList = (value: unknown): unknown[] => (value === undefined ? [] : Array.isArray(value) ? value : [value]);

/** The grades of the given periods; of all periods where the list is empty. */
const gradesOf = (structures: EduStructures, periods: unknown[]): ReadonlySet<unknown> =>
  new Set(
    structures.items
      .filter((item) => periods.length === 0 || periods.includes(item.period))
      .flatMap((item) => item.grades.map((each) => each.grade)),
  );

/** Selects a grade of the period chosen beside it. When the period changes, grades that it does not have are cleared. */
export function GradeControl(props: ControlProps) {
  const { data, isLoading } = useEduStructures();
  const period = useSibling('period');
  const grades = data && gradesOf(data, asList(period));
  const offered = optionsOf(props.field)?.filter(({ value }) => !grades || grades.has(value));

  const previousPeriod = useRef(period);
  const { value, multiple, onChange } = props;
  useEffect(() => {
    if (previousPeriod.current === period) return;
    previousPeriod.current = period;
    if (!grades) return;
    const kept = asList(value).filter((grade) => grades.has(grade));
    if (kept.length < asList(value).length) onChange(multiple && kept.length > 0 ? kept : undefined);
  });

  return <SelectControl {...props} options={offered} loading={isLoading} />;
}
