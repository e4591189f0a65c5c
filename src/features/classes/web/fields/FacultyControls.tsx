import { useEffect, useRef } from 'react';
import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useSibling } from '../../../../platform/ui/web/fields/siblings.ts';
import { useFaculty } from './use-structures.ts';

/** Selects a college of the school. */
export function CollegeControl(props: ControlProps) {
  const { data, isLoading } = useFaculty();
  return (
    <SelectControl
      {...props}
      loading={isLoading}
      options={(data ?? []).map(({ college_id, college_name }) => ({ value: college_id, label: college_name }))}
    />
  );
}

/**
 * Selects a major of the college chosen beside it, or of any. When the college changes, a major that it does not have
 * is cleared.
 */
export function MajorControl(props: ControlProps) {
  const { data, isLoading } = useFaculty();
  const college = useSibling('college');
  const colleges = data?.filter(({ college_id }) => college === undefined || college_id === college);
  const offered = colleges?.flatMap(({ college_name, majors }) =>
    majors.map(({ major_id, major_name }) => ({
      value: major_id,
      label: college === undefined ? `${major_name}（${college_name}）` : major_name,
    })),
  );

  const previousCollege = useRef(college);
  const { value, onChange } = props;
  useEffect(() => {
    if (previousCollege.current === college) return;
    previousCollege.current = college;
    if (offered && value !== undefined && !offered.some((each) => each.value === value)) onChange(undefined);
  });
  return <SelectControl {...props} loading={isLoading} options={offered ?? []} />;
}
