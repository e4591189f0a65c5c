import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ControlProps } from '../../../../../platform/feature/web/control.ts';
import { partsOf } from './values.ts';

/** Why a pack is used below its age: written by a psychology teacher, kept in the operation log. */
export function ReasonsControl({ id, value, onChange, onTouch, disabled, describedBy }: ControlProps) {
  const { t } = useTranslation();
  const { below_age: text } = partsOf(value);
  return (
    <Input.TextArea
      id={id}
      aria-describedby={describedBy}
      placeholder={t('exams.belowAge')}
      disabled={disabled}
      maxLength={500}
      autoSize={{ minRows: 2, maxRows: 6 }}
      value={typeof text === 'string' ? text : ''}
      onChange={({ target }) => {
        onTouch?.();
        onChange(target.value.trim() === '' ? undefined : { below_age: target.value });
      }}
    />
  );
}
