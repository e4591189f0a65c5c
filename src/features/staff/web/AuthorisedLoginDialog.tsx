import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Form, Modal, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import type { BodyOf } from '../../../platform/contract/endpoint.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { DIALOG_WIDTH } from '../../../platform/theme/tokens.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { LoginSlip } from '../../../platform/ui/web/LoginSlip.tsx';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { createTempAccount } from '../contract/authorised-login.ts';
import { VALIDITY_HOURS } from '../rules.ts';
import styles from './AuthorisedLoginDialog.module.css';

interface Props {
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}
type Values = BodyOf<typeof createTempAccount>;

const HOURS_A_DAY = 24;

/** Creates a temporary account for some days and shows its password once (`spec §2`, overlay screens). */
export function AuthorisedLoginDialog({ open, onClose, afterClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mobile = useMobile();
  const [form] = Form.useForm<Values>();
  const creating = useMutation({
    mutationFn: (body: Values) => call(createTempAccount, { body }, { quiet: true }),
    onSuccess: () => void message.success(t('layout.authorise.done')),
    gcTime: 0,
  });
  const create = useOnce(creating.mutateAsync);
  const account = creating.data;
  useCloseOnBack(open, onClose);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={() => {
        creating.reset();
        afterClose();
      }}
      title={t('layout.authorisedLogin')}
      width={mobile ? '85%' : DIALOG_WIDTH.form}
      centered
      destroyOnHidden
      maskClosable={account === undefined}
      // A separate button: the busy button would keep its spinner for a moment after it becomes Close.
      footer={
        account ? (
          <Button key="close" type="primary" onClick={onClose}>
            {t('common.close')}
          </Button>
        ) : (
          [
            <Button key="cancel" onClick={onClose}>
              {t('common.cancel')}
            </Button>,
            <Button key="create" type="primary" loading={creating.isPending} onClick={() => form.submit()}>
              {t('layout.authorise.create')}
            </Button>,
          ]
        )
      }
    >
      {account ? (
        <LoginSlip
          notice={t('layout.authorise.once', {
            role: account.role_name,
            until: dateText(account.expires_at),
          })}
          login={account.login_name}
          password={account.password}
        />
      ) : (
        <Form form={form} layout="vertical" requiredMark={false} onFinish={create}>
          {creating.isError && !isCancelled(creating.error) && (
            <Alert type="error" showIcon role="alert" message={failureOf(creating.error).message} />
          )}
          <p className={styles.about}>{t('layout.authorise.about')}</p>
          <Form.Item
            name="validity_duration"
            label={t('layout.authorise.validity')}
            rules={[{ required: true, message: t('layout.authorise.required') }]}
          >
            <Radio.Group
              options={VALIDITY_HOURS.map((hours) => ({
                value: hours,
                label: t('layout.authorise.days', { count: hours / HOURS_A_DAY }),
              }))}
            />
          </Form.Item>
        </Form>
      )}
    </Modal>
  );
}
