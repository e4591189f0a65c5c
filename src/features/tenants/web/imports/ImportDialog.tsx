import { CloseOutlined, InboxOutlined } from '@ant-design/icons';
import { useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Form, Input, Progress, Upload } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { REASON_MAX, REASON_MIN } from '../../../../platform/contract/common.ts';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { sizeText } from '../../../../platform/ui/web/size-text.ts';
import { PACKAGE_BYTES_MAX } from '../../contract/imports.ts';
import { KeyField } from './KeyField.tsx';
import { useUpload, type ImportValues } from './use-upload.ts';
import styles from '../tenants.module.css';

const max = sizeText(PACKAGE_BYTES_MAX);

/** Uploads the package of an organisation and has it checked; the page of tasks goes on with the preview. */
export function ImportDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const client = useQueryClient();
  const navigate = useNavigate();
  const [form] = Form.useForm<ImportValues>();
  const [file, setFile] = useState<File>();
  const [lacksFile, setLacksFile] = useState(false);
  const upload = useUpload();
  const close = () => {
    upload.reset();
    form.resetFields();
    setFile(undefined);
    setLacksFile(false);
    onClose();
  };
  const choose = (chosen: File) => {
    if (chosen.size > PACKAGE_BYTES_MAX) void message.error(t('platform.imports.tooLarge', { max }));
    else setFile(chosen);
    setLacksFile(false);
  };
  const start = useOnce(async (values: ImportValues & { file: File }) => {
    await upload.start(values);
    void message.success(t('platform.imports.checking'));
    close();
    await client.invalidateQueries({ queryKey: ['platform', 'tasks'] });
    await navigate('/platform/tasks');
  });
  const submit = (values: ImportValues) => (file ? start({ ...values, file }) : setLacksFile(true));
  const total = file?.size ?? 1;
  return (
    <Sheet
      open={open}
      title={t('platform.imports.title')}
      width={560}
      onClose={close}
      act={{
        label: t(upload.isBegun ? 'platform.imports.resume' : 'platform.imports.upload'),
        busy: upload.busy,
        form: id,
      }}
    >
      <div className={styles.stack}>
        <p className={styles.quiet}>{t('platform.imports.about')}</p>
        {upload.error !== null && (
          <Alert type="error" showIcon role="alert" message={failureOf(upload.error).message} />
        )}
        <Form<ImportValues>
          id={id}
          form={form}
          layout="vertical"
          requiredMark={false}
          disabled={upload.busy}
          className={styles.stack}
          onFinish={submit}
          onFinishFailed={() => setLacksFile(file === undefined)}
        >
          <Form.Item
            label={t('platform.imports.file')}
            validateStatus={lacksFile ? 'error' : ''}
            help={lacksFile ? t('platform.imports.fileNeeded') : undefined}
          >
            {file === undefined ? (
              <Upload.Dragger
                accept=".zip"
                showUploadList={false}
                beforeUpload={(chosen) => {
                  choose(chosen);
                  return false;
                }}
              >
                <p className={styles.drop}>
                  <InboxOutlined aria-hidden />
                </p>
                <p>{t('platform.imports.drop', { max })}</p>
              </Upload.Dragger>
            ) : (
              <span className={styles.bar}>
                <span className={styles.key}>
                  {file.name} <span className={styles.small}>{sizeText(file.size)}</span>
                </span>
                <Button onClick={() => setFile(undefined)}>{t('platform.imports.other')}</Button>
              </span>
            )}
          </Form.Item>
          <KeyField />
          <Form.Item
            name="reason"
            label={t('platform.imports.reason')}
            rules={[
              { required: true, whitespace: true, min: REASON_MIN, message: t('crud.reasonNeeded', { n: REASON_MIN }) },
            ]}
          >
            <Input maxLength={REASON_MAX} placeholder={t('platform.imports.reasonHint')} />
          </Form.Item>
        </Form>
        {upload.busy && (
          <div role="status" className={styles.stack}>
            <Progress percent={Math.floor((100 * upload.sent) / total)} aria-label={t('platform.tasks.progress')} />
            <span className={styles.bar}>
              <span className={styles.quiet}>
                {t('platform.imports.uploading', { done: sizeText(upload.sent), total: sizeText(total) })}
              </span>
              <Button icon={<CloseOutlined aria-hidden />} onClick={upload.stop}>
                {t('platform.imports.stop')}
              </Button>
            </span>
          </div>
        )}
      </div>
    </Sheet>
  );
}
