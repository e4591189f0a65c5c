import { Alert, Checkbox, Form, Input, InputNumber, Radio, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { failureOf, type Failure } from '../../../platform/ui/web/failure.ts';
import {
  createOrganisation,
  type CreatedOrganisation,
  type FeatureOption,
  type Organisation,
} from '../contract/organisations.ts';
import { MadeSheet } from './MadeSheet.tsx';
import {
  documentOf,
  fieldAt,
  INSTITUTION,
  namesOf,
  needsSystem,
  SCHOOL,
  type NewOrganisation,
} from './new-organisation.ts';
import { useAct } from './use-act.ts';
import styles from './tenants.module.css';

interface Props {
  open: boolean;
  all: readonly Organisation[];
  features: readonly FeatureOption[];
  onClose: () => void;
}

const asOptions = (names: readonly string[]) => names.map((name) => ({ value: name, label: name }));
const FIELDS = [
  'org_id',
  'org_name',
  'parent',
  'edu_level',
  'stages',
  'features',
  'student_accounts',
  'service',
  'administrator',
];

/** Creates one organisation with its first administrator, whose password is shown once. */
export function NewOrganisationDialog({ open, all, features, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [form] = Form.useForm<NewOrganisation>();
  const [made, setMade] = useState<CreatedOrganisation>();
  const showAt = ({ details }: Failure) =>
    form.setFields(
      details.flatMap(({ field, message }) => {
        const name = fieldAt(field);
        return FIELDS.includes(name[0] ?? '') ? [{ name: name as never, errors: [message] }] : [];
      }),
    );
  const { start, error, busy, reset } = useAct(
    async (values: NewOrganisation) => {
      try {
        setMade(await call(createOrganisation, { body: { document: documentOf(values) } }, { quiet: true }));
      } catch (failure) {
        showAt(failureOf(failure));
        throw failure;
      }
    },
    t('platform.done.create'),
    () => form.resetFields(),
  );
  const close = () => {
    onClose();
    setMade(undefined);
    form.resetFields();
    reset();
  };
  const kind = Form.useWatch('kind', form) ?? SCHOOL;
  const stages = Form.useWatch('stages', form);
  const needed = [{ required: true, message: t('platform.needed') }];
  if (made) return <MadeSheet open={open} made={[made]} onClose={close} />;
  const institutions = all.filter(({ org_type }) => org_type === ORG_TYPE.institution);
  return (
    <Sheet
      open={open}
      title={t('platform.createTitle')}
      onClose={close}
      act={{ label: t('platform.create'), busy, form: id }}
    >
      <Form<NewOrganisation>
        id={id}
        form={form}
        layout="vertical"
        scrollToFirstError
        initialValues={{
          kind: SCHOOL,
          service: { type: namesOf('service_type')[0] },
          system: namesOf('edu_type').at(-1),
        }}
        onFinish={start}
      >
        {error !== null && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
        <Form.Item name="kind" label={t('platform.columns.kind')}>
          <Radio.Group options={[SCHOOL, INSTITUTION]} />
        </Form.Item>
        <Form.Item name="org_id" label={t('platform.orgId')} extra={t('platform.orgIdHint')} rules={needed}>
          <Input inputMode="numeric" maxLength={12} />
        </Form.Item>
        <Form.Item name="org_name" label={t('platform.orgName')} rules={needed}>
          <Input maxLength={60} />
        </Form.Item>
        {kind === SCHOOL && (
          <>
            <Form.Item name="parent" label={t('platform.columns.parent')}>
              <Select
                allowClear
                placeholder={t('platform.noParent')}
                options={institutions.map(({ org_id, org_name }) => ({ value: org_id, label: org_name }))}
              />
            </Form.Item>
            <Form.Item name="edu_level" label={t('platform.eduLevel')} rules={needed}>
              <Select options={asOptions(namesOf('edu_level'))} />
            </Form.Item>
            <Form.Item name="stages" label={t('platform.stages')} extra={t('platform.stagesHint')} rules={needed}>
              <Checkbox.Group className={styles.options ?? ''} options={asOptions(namesOf('class_period'))} />
            </Form.Item>
            {needsSystem(stages) && (
              <Form.Item name="system" label={t('platform.system')}>
                <Radio.Group options={asOptions(namesOf('edu_type'))} />
              </Form.Item>
            )}
            <Form.Item name="features" label={t('platform.columns.features')}>
              <Checkbox.Group className={styles.options ?? ''} options={[...features]} />
            </Form.Item>
          </>
        )}
        <Form.Item name="student_accounts" label={t('platform.studentAccounts')}>
          <InputNumber min={0} max={1_000_000} precision={0} />
        </Form.Item>
        <Form.Item name={['service', 'type']} label={t('platform.serviceType')}>
          <Radio.Group options={namesOf('service_type')} />
        </Form.Item>
        <Form.Item name={['service', 'until']} label={t('platform.serviceUntil')} rules={needed}>
          <Input type="date" />
        </Form.Item>
        <Form.Item name={['administrator', 'real_name']} label={t('platform.adminName')} rules={needed}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item
          name={['administrator', 'login_name']}
          label={t('platform.adminLogin')}
          extra={t('platform.adminLoginHint')}
          rules={needed}
        >
          <Input maxLength={32} autoComplete="off" />
        </Form.Item>
        <Form.Item name={['administrator', 'mobile']} label={t('platform.adminMobile')}>
          <Input inputMode="tel" maxLength={11} autoComplete="off" />
        </Form.Item>
      </Form>
    </Sheet>
  );
}
