import { Input, Radio } from 'antd';
import { useTranslation } from 'react-i18next';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import styles from './service-accounts.module.css';

/** How a system will sign in: with a secret of the portal, or with the private key of this public key. */
export interface ChosenCredential {
  kind: 'secret' | 'key';
  publicKey: string;
}

export const SECRET: ChosenCredential = { kind: 'secret', publicKey: '' };
/** The part of a request that says so. */
export const credentialBody = ({ kind, publicKey }: ChosenCredential) =>
  kind === 'key' ? { public_key: publicKey.trim() } : {};

interface Props {
  id: string;
  value: ChosenCredential;
  onChange: (value: ChosenCredential) => void;
  /** Why the public key was not accepted. */
  error: string | undefined;
}

export function CredentialFields({ id, value, onChange, error }: Props) {
  const { t } = useTranslation();
  return (
    <div className={styles.credential}>
      <Radio.Group
        aria-label={t('serviceAccount.credential')}
        value={value.kind}
        onChange={({ target }) => onChange({ ...value, kind: target.value === 'key' ? 'key' : 'secret' })}
        options={[
          { value: 'secret', label: t('serviceAccount.bySecret') },
          { value: 'key', label: t('serviceAccount.byKey') },
        ]}
      />
      {value.kind === 'key' && (
        <Field id={id} label={t('serviceAccount.publicKey')} hint={t('serviceAccount.publicKeyHint')} error={error}>
          <Input.TextArea
            {...fieldProps(id, error)}
            autoSize={{ minRows: 4, maxRows: 8 }}
            spellCheck={false}
            maxLength={2000}
            value={value.publicKey}
            onChange={({ target }) => onChange({ ...value, publicKey: target.value })}
          />
        </Field>
      )}
    </div>
  );
}
