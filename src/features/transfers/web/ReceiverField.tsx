import { useQuery } from '@tanstack/react-query';
import { Form, Input, Radio, Select } from 'antd';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../platform/http/web/call.ts';
import { schools } from '../contract.ts';
import type { TransferForm } from './request.ts';

const NAME_MIN = 2;
const NAME_MAX = 80;

function SchoolSelect({ value, onChange }: { value?: TransferForm['school']; onChange?: (value: unknown) => void }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState('');
  const name = useDeferredValue(typed.trim());
  const { data, isFetching } = useQuery({
    queryKey: ['transfers', 'schools', name],
    queryFn: ({ signal }) => call(schools, { query: { name } }, { signal, quiet: true }),
    enabled: name.length >= NAME_MIN,
  });
  const isShort = typed.trim().length < NAME_MIN;
  return (
    <Select
      id="transfer-school"
      showSearch
      labelInValue
      filterOption={false}
      value={value ?? null}
      placeholder={t('transfers.send.schoolHint')}
      loading={isFetching}
      notFoundContent={t(isShort || isFetching ? 'transfers.send.schoolHint' : 'transfers.send.schoolNone')}
      options={(data?.items ?? []).map(({ org_id, school_name }) => ({ value: org_id, label: school_name }))}
      onSearch={setTyped}
      onChange={onChange}
    />
  );
}

/** To whom a package goes: a school found by its name, or another system. */
export function ReceiverField() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<TransferForm>();
  const receiver = Form.useWatch('receiver', form);
  const required = (name: string) => [{ required: true, message: t('transfers.send.required', { name }) }];
  return (
    <>
      <Form.Item name="receiver" label={t('transfers.send.receiver')}>
        <Radio.Group
          options={[
            { value: 'school', label: t('transfers.send.school') },
            { value: 'other', label: t('transfers.send.other') },
          ]}
        />
      </Form.Item>
      {receiver === 'other' ? (
        <Form.Item
          name="name"
          label={t('transfers.send.otherName')}
          extra={t('transfers.send.otherHelp')}
          rules={[
            {
              required: true,
              whitespace: true,
              min: NAME_MIN,
              message: t('transfers.send.required', { name: t('transfers.send.otherName') }),
            },
          ]}
        >
          <Input maxLength={NAME_MAX} />
        </Form.Item>
      ) : (
        <Form.Item
          name="school"
          label={t('transfers.send.schoolName')}
          htmlFor="transfer-school"
          rules={required(t('transfers.send.schoolName'))}
        >
          <SchoolSelect />
        </Form.Item>
      )}
    </>
  );
}
