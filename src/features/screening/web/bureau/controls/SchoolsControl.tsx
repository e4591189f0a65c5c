import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { call } from '../../../../../platform/http/web/call.ts';
import { SelectControl } from '../../../../../platform/ui/web/fields/SelectControl.tsx';
import { planSchools } from '../../../contract/bureau.ts';
import { textsOf } from '../../planning/controls/values.ts';
import styles from '../../planning/planning.module.css';

/** The schools of a plan, among those that the role reaches. */
export function SchoolsControl(props: ControlProps) {
  const { t } = useTranslation();
  const { data, isLoading } = useQuery({
    queryKey: ['bureau-plan-schools'],
    queryFn: ({ signal }) => call(planSchools, {}, { signal, quiet: true }),
  });
  const options = (data?.items ?? []).map(({ school_id: value, school_name: label }) => ({ value, label }));
  const rest = options.filter(({ value }) => !textsOf(props.value).includes(value));
  return (
    <div>
      <SelectControl {...props} multiple options={options} loading={isLoading} />
      {rest.length > 1 && !props.disabled && (
        <Button
          type="link"
          className={styles.plain}
          onClick={() => props.onChange([...textsOf(props.value), ...rest.map(({ value }) => value)])}
        >
          {t('bureau.all', { count: options.length })}
        </Button>
      )}
    </div>
  );
}
