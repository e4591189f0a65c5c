import { FileTextOutlined } from '@ant-design/icons';
import { App, Button, Form, Input, Upload } from 'antd';
import { useTranslation } from 'react-i18next';
import styles from '../tenants.module.css';

/** Length of a key file, in bytes at most. */
const FILE_MAX = 1024;
const KEY_MAX = 200;

/** The transport key of a package, typed or read from its file. The field hides it, as a password. */
export function KeyField() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const form = Form.useFormInstance<{ key: string }>();
  const read = async (file: File) => {
    const text = file.size <= FILE_MAX ? (await file.text()).trim() : '';
    if (text === '') return void message.error(t('platform.imports.keyFileWrong'));
    form.setFieldValue('key', text);
    await form.validateFields(['key']).catch(() => undefined);
  };
  return (
    <>
      <Form.Item
        name="key"
        label={t('platform.imports.key')}
        extra={t('platform.imports.keyHint')}
        rules={[{ required: true, whitespace: true, message: t('platform.imports.keyNeeded') }]}
      >
        <Input.Password autoComplete="off" maxLength={KEY_MAX} />
      </Form.Item>
      <Upload
        showUploadList={false}
        beforeUpload={(file) => {
          void read(file);
          return false;
        }}
      >
        <Button className={styles.start ?? ''} icon={<FileTextOutlined aria-hidden />}>
          {t('platform.imports.keyFile')}
        </Button>
      </Upload>
    </>
  );
}
