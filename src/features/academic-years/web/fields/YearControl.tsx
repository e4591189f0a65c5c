import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../platform/feature/web/control.ts';
import { SelectControl } from '../../../../platform/ui/web/fields/SelectControl.tsx';
import { useSchoolYears } from '../use-school-years.ts';

/** Selects an academic year of the school. */
export function YearPick(props: ControlProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useSchoolYears();
  const offered = (data?.items ?? []).map(({ year_id, year_name, is_current }) => ({
    value: year_id,
    label: is_current ? t('crud.yearNow', { year: year_name }) : year_name,
  }));
  return <SelectControl {...props} options={offered} loading={isLoading} />;
}

/** The same where an empty value stands for the current year. */
export function YearControl(props: ControlProps) {
  const { t } = useTranslation();
  return <YearPick {...props} placeholder={t('crud.currentYear')} />;
}
