import { App, Input } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE } from '../../../platform/contract/common.ts';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { ApiError } from '../../../platform/http/web/api-error.ts';
import { call } from '../../../platform/http/web/call.ts';
import { SMS_PURPOSE } from '../../../platform/identity/sms.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { clearProof, isVerified, storeProof } from '../../../platform/session/web/secondary.ts';
import { CodeField } from '../../../platform/ui/web/code/CodeField.tsx';
import { Field, fieldProps } from '../../../platform/ui/web/field/Field.tsx';
import { focusInput } from '../../../platform/ui/web/field/focus-input.ts';
import { ProofForms } from '../../verification/web/public.ts';
import { bindMobile } from '../contract.ts';
import type { DialogProps } from './dialog-props.ts';
import { useSubmit } from './use-submit.ts';
import styles from './AccountPage.module.css';

const FORM = 'bind-mobile';
const FIELDS = { mobile: 'new-mobile', code: 'bind-code' } as const;
const EMPTY = { mobile: '', code: '' };
type Errors = Partial<Record<keyof typeof EMPTY, string | undefined>>;

/** Binds a mobile. The user first passes second-step verification, then confirms the number with a code. */
export function MobileDialog({ open, onClose, onDone }: DialogProps) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { user } = useCurrentUser();
  const [verified, setVerified] = useState(isVerified);
  const [input, setInput] = useState(EMPTY);
  const [errors, setErrors] = useState<Errors>({});

  const close = () => {
    onClose();
    setInput(EMPTY);
    setErrors({});
    setVerified(isVerified());
  };
  const showErrors = (fieldErrors: Errors) => {
    setErrors(fieldErrors);
    const first = (['mobile', 'code'] as const).find((name) => fieldErrors[name] !== undefined);
    if (first !== undefined) focusInput(FIELDS[first]);
    return first === undefined;
  };
  const mobileError = () => (MOBILE.test(input.mobile.trim()) ? undefined : t('account.mobileRequired'));

  const { busy, onSubmit } = useSubmit({
    validate: () =>
      showErrors({ mobile: mobileError(), code: input.code.trim() === '' ? t('codes.required') : undefined }),
    async send() {
      await call(bindMobile, { body: { mobile: input.mobile.trim(), code: input.code.trim() } }, { quiet: true });
      void message.success(t('account.bound'));
      close();
      onDone();
    },
    onRefused(failure, { text, reaction }) {
      if (reaction === 'verify') {
        clearProof();
        return setVerified(false);
      }
      showErrors(
        failure instanceof ApiError && failure.code === 'PSY_CONFLICT'
          ? { mobile: text }
          : { code: text || t('codes.failed') },
      );
    },
  });

  const acceptProof = (proof: Parameters<typeof storeProof>[0]) => {
    if (storeProof(proof)) setVerified(true);
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
              value={input.mobile}
              onChange={(e) => setInput({ ...input, mobile: e.target.value })}
            />
          </Field>
          <CodeField
            id={FIELDS.code}
            purpose={SMS_PURPOSE.bind}
            who={user.user_id}
            value={input.code}
            onChange={(code) => setInput({ ...input, code })}
            error={errors.code}
            mobile={() => (showErrors({ mobile: mobileError() }) ? input.mobile.trim() : undefined)}
            onError={(text, field) => (field === '/mobile' ? showErrors({ mobile: text }) : setErrors({ code: text }))}
          />
        </form>
      ) : (
        <Suspense>
          <ProofForms onProof={acceptProof} />
        </Suspense>
      )}
    </Sheet>
  );
}
