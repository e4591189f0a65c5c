import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, Form, Input, Select, Typography } from 'antd';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { useUnloadGuard } from '../../../platform/ui/web/leaving.ts';
import { createScreenLink } from '../contract.ts';
import { LINK_NAME_MAX, SCREEN_PAGE } from '../rules.ts';
import styles from './large-screen.module.css';

export const LINKS_KEY = ['screen-links'];

const FORM = 'screen-link';
/** Within `LINK_HOURS`; a school year is not offered, because a forgotten link should end. */
const HOURS = ['1', '8', '24', '72', '168', '720'] as const;

interface Values {
  name: string;
  valid_hours: (typeof HOURS)[number];
}

/** Makes a link, and shows it once. */
export function LinkDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const client = useQueryClient();
  const [form] = Form.useForm<Values>();
  const creating = useMutation({
    mutationFn: ({ name, valid_hours }: Values) =>
      call(createScreenLink, { body: { name: name.trim(), valid_hours: Number(valid_hours) } }, { quiet: true }),
    onSuccess: () => client.invalidateQueries({ queryKey: LINKS_KEY }),
    gcTime: 0,
  });
  const create = useOnce(creating.mutateAsync);
  const close = () => {
    onClose();
    creating.reset();
    form.resetFields();
  };
  return (
    <Sheet
      open={open}
      title={t('largeScreen.create')}
      onClose={close}
      act={creating.data ? undefined : { label: t('largeScreen.create'), busy: creating.isPending, form: FORM }}
    >
      {creating.data ? (
        <Slip
          link={`${window.location.origin}${SCREEN_PAGE}#${creating.data.key}`}
          until={dateText(creating.data.expires_at)}
        />
      ) : (
        <Form
          id={FORM}
          form={form}
          layout="vertical"
          requiredMark={false}
          initialValues={{ valid_hours: '168' }}
          onFinish={create}
          scrollToFirstError
        >
          {creating.isError && !isCancelled(creating.error) && (
            <Alert type="error" showIcon role="alert" message={failureOf(creating.error).message} />
          )}
          <Form.Item
            name="name"
            label={t('largeScreen.name')}
            extra={t('largeScreen.nameHint')}
            rules={[{ required: true, whitespace: true, message: t('largeScreen.nameRequired') }]}
          >
            <Input maxLength={LINK_NAME_MAX} autoComplete="off" />
          </Form.Item>
          <Form.Item name="valid_hours" label={t('largeScreen.validity')}>
            <Select options={HOURS.map((value) => ({ value, label: t(`largeScreen.validityOptions.${value}`) }))} />
          </Form.Item>
        </Form>
      )}
    </Sheet>
  );
}

function Slip({ link, until }: { link: string; until: string }) {
  const { t } = useTranslation();
  // A reload would lose it.
  useUnloadGuard(() => true);
  return (
    <>
      <Alert type="warning" showIcon role="status" message={t('largeScreen.once', { until })} />
      <p className={styles.slip}>
        {t('largeScreen.copy')}{' '}
        <Typography.Text copyable code>
          {link}
        </Typography.Text>
      </p>
    </>
  );
}
