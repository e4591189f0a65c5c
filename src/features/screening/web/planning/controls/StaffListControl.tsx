import { useQuery } from '@tanstack/react-query';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { call } from '../../../../../platform/http/web/call.ts';
import { SelectControl } from '../../../../../platform/ui/web/fields/SelectControl.tsx';
import { dutyChoices } from '../../../contract/progress.ts';

/** The people on duty, among those who may verify a warning. */
export function StaffListControl(props: ControlProps) {
  const { data, isLoading } = useQuery({
    queryKey: ['exam-duty-choices'],
    queryFn: ({ signal }) => call(dutyChoices, {}, { signal, quiet: true }),
  });
  const options = (data?.items ?? []).map(({ user_id: value, user_name: label }) => ({ value, label }));
  return <SelectControl {...props} multiple options={options} loading={isLoading} />;
}
