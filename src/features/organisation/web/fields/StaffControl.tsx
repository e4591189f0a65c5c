import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useStaff } from './use-departments.ts';

/** Selects a person of the staff. Those who cannot sign in are offered only where they are chosen already. */
export function StaffControl(props: ControlProps) {
  const { data, isLoading, mayOpen } = useStaff();
  const chosen: readonly unknown[] = Array.isArray(props.value) ? props.value : [props.value];
  return (
    <SelectControl
      {...props}
      loading={isLoading}
      closed={!mayOpen}
      options={(data ?? [])
        .filter(({ enabled, user_id }) => enabled || chosen.includes(user_id))
        .map(({ user_id, real_name }) => ({ value: user_id, label: real_name }))}
    />
  );
}
