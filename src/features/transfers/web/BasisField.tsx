import { Alert, Form, Input, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { REASON_MAX, REASON_MIN } from '../../../platform/contract/common.ts';
import { CONSENT_HOW } from '../../../platform/schema/generated/enums.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import type { Preview } from '../contract.ts';
import { DayField } from './DayField.tsx';
import type { TransferForm } from './request.ts';

function Consent({ guardians }: Pick<Preview, 'guardians'>) {
  const { t } = useTranslation();
  if (guardians.length === 0) return <Alert type="info" showIcon message={t('transfers.send.guardianNone')} />;
  return (
    <>
      <Form.Item
        name="guardian_id"
        label={t('transfers.send.guardian')}
        rules={[{ required: true, message: t('transfers.send.required', { name: t('transfers.send.guardian') }) }]}
      >
        <Select
          options={guardians.map(({ guardian_id, guardian_name, relation }) => ({
            value: guardian_id,
            label: `${guardian_name}（${labelOf('guardian_relation', relation)}）`,
          }))}
        />
      </Form.Item>
      <Form.Item name="how" label={t('transfers.send.how')}>
        <Radio.Group options={[...CONSENT_HOW]} />
      </Form.Item>
      <DayField name="consented_on" label={t('transfers.send.consentedOn')} />
    </>
  );
}

/** On which grounds a package goes. */
export function BasisField({ guardians }: Pick<Preview, 'guardians'>) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TransferForm>();
  const basis = Form.useWatch('basis', form);
  return (
    <>
      <Form.Item name="basis" label={t('transfers.send.basis')}>
        <Radio.Group
          options={[
            { value: 'consent', label: t('transfers.send.consent') },
            { value: 'law', label: t('transfers.send.law') },
          ]}
        />
      </Form.Item>
      {basis === 'law' ? (
        <Form.Item
          name="reason"
          label={t('transfers.send.reason')}
          rules={[
            {
              required: true,
              whitespace: true,
              min: REASON_MIN,
              message: t('transfers.send.required', { name: t('transfers.send.reason') }),
            },
          ]}
        >
          <Input.TextArea
            autoSize={{ minRows: 2 }}
            maxLength={REASON_MAX}
            placeholder={t('transfers.send.reasonHint')}
          />
        </Form.Item>
      ) : (
        <Consent guardians={guardians} />
      )}
    </>
  );
}
