import { Button, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { explain } from '../../../platform/schema/explain.ts';
import { GUARDIAN_RELATION } from '../../../platform/schema/generated/enums.ts';
import type { FieldSchema } from '../../../platform/schema/types.ts';
import styles from './guardian.module.css';

export interface NewGuardianValues {
  guardian_name: string;
  mobile?: string;
  relation: number;
}

interface Props {
  fields: Readonly<Record<string, FieldSchema>>;
  busy: boolean;
  onAdd: (values: NewGuardianValues, clear: () => void) => void;
}

/** The main fields of a new guardian; the others are edited in the form of the guardian. */
export function NewGuardian({ fields, busy, onAdd }: Props) {
  const { t } = useTranslation();
  const [form] = Form.useForm<NewGuardianValues>();
  const pattern = (name: string) => {
    const field = fields[name];
    return field?.pattern === undefined
      ? []
      : [{ pattern: new RegExp(field.pattern, 'u'), message: explain('pattern', field) }];
  };
  const titleOf = (name: string) => fields[name]?.title ?? '';
  return (
    <Form
      form={form}
      className={`${styles.fields} ${styles.person}`}
      onFinish={(values) => onAdd({ ...values, mobile: values.mobile || undefined }, () => form.resetFields())}
      autoComplete="off"
    >
      <Form.Item
        name="guardian_name"
        noStyle={false}
        rules={[{ required: true, message: t('guardians.nameRequired') }, ...pattern('guardian_name')]}
      >
        <Input
          maxLength={fields['guardian_name']?.maxLength}
          placeholder={titleOf('guardian_name')}
          aria-label={titleOf('guardian_name')}
        />
      </Form.Item>
      <Form.Item name="mobile" rules={pattern('mobile')}>
        <Input inputMode="numeric" maxLength={11} placeholder={titleOf('mobile')} aria-label={titleOf('mobile')} />
      </Form.Item>
      <Form.Item name="relation" rules={[{ required: true, message: t('guardians.relationRequired') }]}>
        <Select
          placeholder={t('guardians.relation')}
          aria-label={t('guardians.relation')}
          options={[...GUARDIAN_RELATION]}
        />
      </Form.Item>
      <Button htmlType="submit" loading={busy}>
        {t('guardians.add')}
      </Button>
    </Form>
  );
}
