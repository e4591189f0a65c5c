import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Checkbox, Form, Input } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { changeWebhook, createWebhook, type EventTitle, type Webhook } from '../contract.ts';
import { NAME_MAX, URL_MAX } from '../rules.ts';
import { titleOfEvent } from './event-titles.ts';
import { SecretSlip } from './SecretSlip.tsx';
import styles from './webhooks.module.css';

export const WEBHOOKS_KEY = ['webhooks'];

const FORM = 'webhook';
const FIELDS = ['name', 'url', 'events'] as const;

interface Values {
  name: string;
  url: string;
  events: string[];
}

/** The field of the form that the server rejected. */
function fieldOf(error: unknown): { field: keyof Values; message: string } | undefined {
  const [detail] = error instanceof ApiError ? error.details : [];
  const field = FIELDS.find((one) => detail?.field.startsWith(`/${one}`));
  return detail && field && { field, message: detail.message };
}

interface Props {
  open: boolean;
  /** Undefined for a new one. */
  hook: Webhook | undefined;
  offered: readonly EventTitle[];
  onClose: () => void;
}

/** Registers an address and shows its secret once, or changes one. */
export function EditDialog({ open, hook, offered, onClose }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const last = useLast(hook);
  const shown = open ? hook : last;
  const [form] = Form.useForm<Values>();
  useEffect(() => {
    if (!open) return;
    form.resetFields();
    if (hook) form.setFieldsValue({ name: hook.name, url: hook.url, events: hook.events });
  }, [open, hook, form]);
  const saving = useMutation({
    mutationFn: async (body: Values): Promise<string | undefined> => {
      if (hook) {
        await call(changeWebhook, { params: { id: hook.webhook_id }, body }, { quiet: true });
        return undefined;
      }
      return (await call(createWebhook, { body }, { quiet: true })).secret;
    },
    onSuccess: (secret, { name }) => {
      void client.invalidateQueries({ queryKey: WEBHOOKS_KEY });
      if (secret !== undefined) return;
      void message.success(t('webhook.saved', { name }));
      onClose();
    },
    onError: (error) => {
      const wrong = fieldOf(error);
      if (wrong) form.setFields([{ name: wrong.field, errors: [wrong.message] }]);
    },
    gcTime: 0,
  });
  const save = useOnce(saving.mutateAsync);
  const close = () => {
    onClose();
    saving.reset();
  };
  const general = saving.isError && !isCancelled(saving.error) && fieldOf(saving.error) === undefined;
  const label = t(shown ? 'webhook.save' : 'webhook.create');
  return (
    <Sheet
      open={open}
      title={shown ? t('webhook.editOf', { name: shown.name }) : label}
      onClose={close}
      act={saving.data === undefined ? { label, busy: saving.isPending, form: FORM } : undefined}
    >
      {saving.data === undefined ? (
        <Form
          id={FORM}
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ events: [] }}
          onFinish={save}
          scrollToFirstError
        >
          {general && <Alert type="error" showIcon role="alert" message={failureOf(saving.error).message} />}
          <Form.Item
            name="name"
            label={t('webhook.name')}
            extra={t('webhook.nameHint')}
            rules={[{ required: true, whitespace: true, message: t('webhook.nameRequired') }]}
            normalize={(text: string) => text.trimStart()}
          >
            <Input maxLength={NAME_MAX} autoComplete="off" />
          </Form.Item>
          <Form.Item
            name="url"
            label={t('webhook.url')}
            extra={t('webhook.urlHint')}
            rules={[{ required: true, whitespace: true, message: t('webhook.urlRequired') }]}
          >
            <Input maxLength={URL_MAX} autoComplete="off" spellCheck={false} inputMode="url" />
          </Form.Item>
          <Form.Item
            name="events"
            label={t('webhook.events')}
            rules={[{ type: 'array', min: 1, message: t('webhook.eventsRequired') }]}
          >
            <Checkbox.Group
              className={styles.events ?? ''}
              options={offered.map(({ name }) => ({ value: name, label: titleOfEvent(name, offered) }))}
            />
          </Form.Item>
        </Form>
      ) : (
        <SecretSlip secret={saving.data} />
      )}
    </Sheet>
  );
}
