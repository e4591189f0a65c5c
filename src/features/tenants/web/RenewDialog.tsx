import { Alert, Form, Input, InputNumber, Radio } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { PROTECTION_DAYS } from '../../../platform/access/service-stage.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { renew, type Organisation } from '../contract/organisations.ts';
import { useAct } from './use-act.ts';

interface Values {
  service_type: number;
  until: string;
  protection_days: number;
}

const TYPES = [1, 2] as const;

/** The term of the service of an organisation. */
export function RenewDialog({ open, to, onClose }: { open: boolean; to: Organisation; onClose: () => void }) {
  const { t } = useTranslation();
  const id = useId();
  const { start, error, busy, reset } = useAct(
    (body: Values) => call(renew, { params: { id: to.org_id }, body }, { quiet: true }),
    t('platform.done.renew'),
    onClose,
  );
  const close = () => {
    onClose();
    reset();
  };
  return (
    <Sheet
      open={open}
      title={t('platform.renewTitle', { name: to.org_name })}
      width={520}
      onClose={close}
      act={{ label: t('platform.save'), busy, form: id }}
    >
      <Form<Values>
        id={id}
        key={to.org_id}
        layout="vertical"
        requiredMark={false}
        initialValues={{
          service_type: to.service_type,
          until: to.service_until,
          protection_days: to.protection_days,
        }}
        onFinish={start}
      >
        {error !== null && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
        <Form.Item name="service_type" label={t('platform.serviceType')}>
          <Radio.Group options={TYPES.map((value) => ({ value, label: labelOf('service_type', value) }))} />
        </Form.Item>
        <Form.Item
          name="until"
          label={t('platform.serviceUntil')}
          rules={[{ required: true, message: t('platform.untilNeeded') }]}
        >
          <Input type="date" />
        </Form.Item>
        <Form.Item name="protection_days" label={t('platform.protectionDays')} rules={[{ required: true }]}>
          <InputNumber min={PROTECTION_DAYS.least} max={PROTECTION_DAYS.most} precision={0} />
        </Form.Item>
      </Form>
    </Sheet>
  );
}
