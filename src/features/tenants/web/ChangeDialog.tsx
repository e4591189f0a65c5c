import { Alert, Checkbox, Form, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { ORG_TYPE } from '../../../platform/identity/identity.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { change, type FeatureOption, type Organisation } from '../contract/organisations.ts';
import { useAct } from './use-act.ts';
import styles from './tenants.module.css';

interface Values {
  features: string[];
  parent: string;
}

interface Props {
  open: boolean;
  to: Organisation;
  all: readonly Organisation[];
  features: readonly FeatureOption[];
  onClose: () => void;
}

const NONE = '';

/** The software features of an organisation and the institution above it. */
export function ChangeDialog({ open, to, all, features, onClose }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const isSchool = to.org_type === ORG_TYPE.school;
  const { start, error, busy, reset } = useAct(
    ({ features: opened, parent }: Values) =>
      call(
        change,
        {
          params: { id: to.org_id },
          body: { features: opened, ...(isSchool && { parent_org_id: parent === NONE ? null : parent }) },
        },
        { quiet: true },
      ),
    t('platform.done.change'),
    onClose,
  );
  const close = () => {
    onClose();
    reset();
  };
  const institutions = all.filter(({ org_type }) => org_type === ORG_TYPE.institution);
  return (
    <Sheet
      open={open}
      title={t('platform.changeTitle', { name: to.org_name })}
      onClose={close}
      act={{ label: t('platform.save'), busy, form: id }}
    >
      <Form<Values>
        id={id}
        key={to.org_id}
        layout="vertical"
        initialValues={{ features: to.features, parent: to.parent_org_id ?? NONE }}
        onFinish={start}
      >
        {error !== null && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
        {isSchool && (
          <Form.Item name="parent" label={t('platform.columns.parent')}>
            <Select
              options={[
                { value: NONE, label: t('platform.noParent') },
                ...institutions.map(({ org_id, org_name }) => ({ value: org_id, label: org_name })),
              ]}
            />
          </Form.Item>
        )}
        <Form.Item name="features" label={t('platform.columns.features')}>
          <Checkbox.Group className={styles.options ?? ''} options={[...features]} />
        </Form.Item>
      </Form>
    </Sheet>
  );
}
