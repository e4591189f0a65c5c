import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Checkbox, Form, Input, Select } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { createServiceAccount, type Right } from '../contract.ts';
import { NETWORKS_MAX } from '../rules.ts';
import { CredentialFields, credentialBody, SECRET } from './CredentialFields.tsx';
import { rightsByArea, titleOfAct } from './rights-by-area.ts';
import { SecretSlip } from './SecretSlip.tsx';
import styles from './service-accounts.module.css';

export const ACCOUNTS_KEY = ['service-accounts'];

const FORM = 'service-account';
const DAYS = [30, 90, 180, 366] as const;

interface Values {
  name: string;
  /** `area act` */
  rights: string[];
  networks?: string;
  valid_days: number;
}

const linesOf = (text = ''): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

/** Why the server refused the public key. */
export const publicKeyProblem = (error: unknown): string | undefined =>
  error instanceof ApiError ? error.details.find(({ field }) => field === '/public_key')?.message : undefined;

/** The field of the form that the server rejected. */
function fieldOf(error: unknown): { field: keyof Values; message: string } | undefined {
  const [detail] = error instanceof ApiError ? error.details : [];
  const field = (['name', 'rights', 'networks', 'valid_days'] as const).find((one) =>
    detail?.field.startsWith(`/${one}`),
  );
  return detail && field && { field, message: detail.message };
}

/** Makes an account for a system, and shows its secret once. */
export function CreateDialog({
  open,
  grantable,
  onClose,
}: {
  open: boolean;
  grantable: readonly Right[];
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const [credential, setCredential] = useState(SECRET);
  const signsIn = Form.useWatch('rights', form)?.some((right) => right.startsWith('sign-in-token ')) ?? false;
  const creating = useMutation({
    mutationFn: ({ name, rights, networks, valid_days }: Values) =>
      call(
        createServiceAccount,
        {
          body: {
            name: name.trim(),
            rights: grantable.filter(({ area, act }) => rights.includes(`${area} ${act}`)),
            networks: linesOf(networks),
            valid_days,
            ...credentialBody(credential),
          },
        },
        { quiet: true },
      ),
    onSuccess: () => client.invalidateQueries({ queryKey: ACCOUNTS_KEY }),
    onError: (error) => {
      const wrong = fieldOf(error);
      if (wrong) form.setFields([{ name: wrong.field, errors: [wrong.message] }]);
    },
    gcTime: 0,
  });
  const create = useOnce(creating.mutateAsync);
  const close = () => {
    onClose();
    creating.reset();
    form.resetFields();
    setCredential(SECRET);
  };
  const wrongKey = publicKeyProblem(creating.error);
  const general =
    creating.isError && !isCancelled(creating.error) && fieldOf(creating.error) === undefined && wrongKey === undefined;
  return (
    <Sheet
      open={open}
      title={t('serviceAccount.create')}
      onClose={close}
      act={creating.data ? undefined : { label: t('serviceAccount.create'), busy: creating.isPending, form: FORM }}
    >
      {creating.data ? (
        <SecretSlip {...creating.data} />
      ) : (
        <Form
          id={FORM}
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ rights: [], valid_days: 180 }}
          onFinish={create}
          scrollToFirstError
        >
          {general && <Alert type="error" showIcon role="alert" message={failureOf(creating.error).message} />}
          <Form.Item
            name="name"
            label={t('serviceAccount.name')}
            extra={t('serviceAccount.nameHint')}
            rules={[{ required: true, whitespace: true, message: t('serviceAccount.nameRequired') }]}
          >
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="rights"
            label={t('serviceAccount.rights')}
            rules={[{ type: 'array', min: 1, message: t('serviceAccount.rightsRequired') }]}
          >
            <Checkbox.Group className={styles.rights ?? ''}>
              {rightsByArea(grantable, t).map(({ area, title, acts }) => (
                <fieldset key={area} className={styles.area}>
                  <legend>{title}</legend>
                  {acts.map((act) => (
                    <Checkbox key={act} value={`${area} ${act}`}>
                      {titleOfAct(area, act, t)}
                    </Checkbox>
                  ))}
                </fieldset>
              ))}
            </Checkbox.Group>
          </Form.Item>
          {signsIn && (
            <Alert type="warning" showIcon message={t('serviceAccount.signInWarning')} className={styles.warning} />
          )}
          <Form.Item
            name="networks"
            label={t('serviceAccount.networks')}
            extra={t('serviceAccount.networksHint')}
            rules={[
              {
                validator: (_, text: string | undefined) =>
                  linesOf(text).length > NETWORKS_MAX
                    ? Promise.reject(new Error(t('serviceAccount.networksMany')))
                    : Promise.resolve(),
              },
            ]}
          >
            <Input.TextArea autoSize={{ minRows: 2, maxRows: 6 }} spellCheck={false} />
          </Form.Item>
          <Form.Item name="valid_days" label={t('serviceAccount.validity')}>
            <Select options={DAYS.map((count) => ({ value: count, label: t('serviceAccount.days', { count }) }))} />
          </Form.Item>
          <CredentialFields id="new-public-key" value={credential} onChange={setCredential} error={wrongKey} />
        </Form>
      )}
    </Sheet>
  );
}
