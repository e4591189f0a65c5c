import { App, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { MOBILE, SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { dropProof, isVerified, takeProof } from '../../../platform/session/web/secondary.ts';
import { CodeField } from '../../../platform/ui/web/code/CodeField.tsx';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import { ProofForms } from '../../verification/web/ProofForms.tsx';
import { bindMobile } from '../contract.ts';
import type { DialogProps } from './dialog.ts';
import { useSubmit } from './use-submit.ts';
import styles from './AccountPage.module.css';

const FORM = 'bind-mobile';
const FIELDS = { mobile: 'new-mobile', code: 'bind-code' } as const;
const NOTHING = { mobile: '', code: '' };
type Errors = Partial<Record<keyof typeof NOTHING, string | undefined>>;

/** Binds another mobile: first the person proves who they are, then that the number is theirs. */
export function MobileDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useCurrentUser();
  const [verified, setVerified] = useState(isVerified);
  const [typed, setTyped] = useState(NOTHING);
  const [errors, setErrors] = useState<Errors>({});

  const close = () => {
    onClose();
    setTyped(NOTHING);
    setErrors({});
    setVerified(isVerified());
  };
  const show = (wrong: Errors) => {
    setErrors(wrong);
    const first = (['mobile', 'code'] as const).find((name) => wrong[name] !== undefined);
    if (first !== undefined) focusInput(FIELDS[first]);
    return first === undefined;
  };
  const wrongMobile = () => (MOBILE.test(typed.mobile.trim()) ? undefined : t('account.mobileRequired'));

  const { busy, onSubmit } = useSubmit({
    check: () => show({ mobile: wrongMobile(), code: typed.code.trim() === '' ? t('codes.required') : undefined }),
    async send() {
      await call(bindMobile, { body: { mobile: typed.mobile.trim(), code: typed.code.trim() } }, { quiet: true });
      void message.success(t('account.bound'));
      close();
      onDone();
    },
    refused(failure, { text, reaction }) {
      if (reaction === 'verify') {
        dropProof();
        return setVerified(false);
      }
      show(
        failure instanceof ApiError && failure.code === 'PSY_CONFLICT'
          ? { mobile: text }
          : { code: text || t('codes.failed') },
      );
    },
  });

  const prove = (proof: Parameters<typeof takeProof>[0]) => {
    if (takeProof(proof)) setVerified(true);
    else void message.success(t('security.noToken'));
  };
  return (
    <Sheet
      open={open}
      width={480}
      title={t(user.mobile ? 'account.rebind' : 'account.bind')}
      onClose={close}
      act={verified ? { label: t('account.bindSave'), busy, form: FORM } : undefined}
    >
      {!verified && <p className={styles.first}>{t('account.verifyFirst')}</p>}
      {verified ? (
        <form id={FORM} onSubmit={onSubmit} noValidate>
          <Field id={FIELDS.mobile} label={t('account.newMobile')} error={errors.mobile}>
            <Input
              {...fieldProps(FIELDS.mobile, errors.mobile)}
              size="large"
              inputMode="tel"
              autoComplete="tel-national"
              maxLength={11}
              value={typed.mobile}
              onChange={(e) => setTyped({ ...typed, mobile: e.target.value })}
            />
          </Field>
          <CodeField
            id={FIELDS.code}
            purpose={SMS_PURPOSE.bind}
            who={user.user_id}
            value={typed.code}
            onChange={(code) => setTyped({ ...typed, code })}
            error={errors.code}
            mobile={() => (show({ mobile: wrongMobile() }) ? typed.mobile.trim() : undefined)}
            onError={(text, field) => (field === '/mobile' ? show({ mobile: text }) : setErrors({ code: text }))}
          />
        </form>
      ) : (
        <ProofForms onProof={prove} />
      )}
    </Sheet>
  );
}
