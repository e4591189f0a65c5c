import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useGrantableRoles } from './use-roles.ts';

/** Selects a role that the user may grant. */
export function RoleControl(props: ControlProps) {
  const { data, isLoading } = useGrantableRoles();
  return (
    <SelectControl
      {...props}
      options={data?.items.map(({ role_id, role_name }) => ({ value: role_id, label: role_name }))}
      loading={isLoading}
    />
  );
}
