import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { call } from '../../../../../platform/http/web/call.ts';
import { SelectControl } from '../../../../../platform/ui/web/fields/SelectControl.tsx';
import { scales } from '../../../contract/scales.ts';

/** The packs of a plan, in the order in which they are chosen. Licence slots have no questions and are not offered. */
export function ScalesControl(props: ControlProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useQuery({
    queryKey: ['screening-scales'],
    queryFn: ({ signal }) => call(scales, {}, { signal, quiet: true }),
  });
  const options = (data?.items ?? [])
    .filter(({ item_count: count }) => count > 0)
    .map(({ scale_id: value, title, item_count: count }) => ({
      value,
      label: `${title}（${t('exams.itemsOf', { count })}）`,
    }));
  return <SelectControl {...props} multiple options={options} loading={isLoading} />;
}
