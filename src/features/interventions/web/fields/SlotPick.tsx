import { useQuery } from '@tanstack/react-query';
import { Select, type SelectProps } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ariaProps, type ControlProps } from '../../../../platform/feature/web/control.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { freeSlots, type FreeSlot } from '../../contract/records.ts';
import { records } from '../texts.zh.ts';
import { hoursOf } from './slot-days.ts';
import styles from '../../../../platform/ui/web/fields/row-pick.module.css';

provideTexts({ records });

interface Choice {
  value: string;
  label: string;
  about: string;
  search: string;
}
interface Day {
  label: string;
  options: Choice[];
}

/** Groups the slots by day. Each option shows the time, then the counsellor and the place. */
function daysOf(slots: readonly FreeSlot[]): Day[] {
  const days = new Map<string, Choice[]>();
  for (const { slot, start_at, minutes, counsellor_name, place } of slots) {
    const { day, time } = hoursOf({ start_at, minutes });
    const about = [counsellor_name, place].filter(Boolean).join(' · ');
    days.set(day, [
      ...(days.get(day) ?? []),
      { value: slot, label: `${day} ${time}`, about, search: `${day} ${time} ${about}` },
    ]);
  }
  return [...days].map(([label, options]) => ({ label, options }));
}

const SlotOption: NonNullable<SelectProps<string, Choice>['optionRender']> = ({ data }) => (
  <span className={styles.option}>
    {data.label}
    <small>{data.about}</small>
  </span>
);

/** Selects a free slot of a counsellor. */
export function SlotPick(props: ControlProps) {
  const { t } = useTranslation();
  const { data, isFetching, isError } = useQuery({
    queryKey: ['free-slots'],
    queryFn: ({ signal }) => call(freeSlots, {}, { signal, quiet: true }),
    gcTime: 0,
    staleTime: 0,
  });
  const days = useMemo(() => daysOf(data?.items ?? []), [data]);
  return (
    <Select<string, Choice | Day>
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      loading={isFetching}
      style={{ width: '100%' }}
      listHeight={320}
      showSearch
      optionFilterProp="search"
      allowClear={props.required !== true}
      options={days}
      value={typeof props.value === 'string' ? props.value : undefined}
      onChange={(value?: string) => props.onChange(value)}
      onBlur={props.onBlur}
      notFoundContent={isFetching ? t('crud.searching') : isError ? t('crud.loadFailed') : t('records.freeNone')}
      optionRender={SlotOption as SelectProps<string, Choice | Day>['optionRender']}
      {...ariaProps(props)}
    />
  );
}
