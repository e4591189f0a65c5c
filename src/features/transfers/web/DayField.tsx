import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { DateControl } from '../../../platform/ui/web/fields/lazy-controls.ts';

const DAY = { type: 'string', format: 'date', title: '' } as const;

/** A day that has to be named; the control takes its value from the form. */
function Day({ id, value, onChange }: { id: string; value?: string; onChange?: (value: unknown) => void }) {
  return <DateControl id={id} field={DAY} value={value} required onChange={(day) => onChange?.(day)} />;
}

export function DayField({ name, label, help }: { name: string; label: string; help?: string }) {
  const { t } = useTranslation();
  return (
    <Form.Item
      name={name}
      label={label}
      htmlFor={`transfer-${name}`}
      {...(help !== undefined && { extra: help })}
      rules={[{ required: true, message: t('transfers.send.required', { name: label }) }]}
    >
      <Day id={`transfer-${name}`} />
    </Form.Item>
  );
}
