import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import type { SMS_PURPOSE } from '../../../../platform/identity/sms.ts';
import { CodeField } from '../../../../platform/ui/web/code/CodeField.tsx';
import { Field, fieldProps } from '../../../../platform/ui/web/field/Field.tsx';
import { account, recovery } from '../texts.zh.ts';
import type { useMobileCode } from './use-mobile-code.ts';

provideTexts({ account, recovery });

/** The mobile and code fields of verification by short message. */
export function MobileCodeFields({
  purpose,
  form,
}: {
  purpose: typeof SMS_PURPOSE.signIn | typeof SMS_PURPOSE.reset;
  form: ReturnType<typeof useMobileCode>;
}) {
  const { t } = useTranslation();
  const { mobile, setMobile, code, setCode, errors } = form;
  return (
    <>
      <Field id="mobile" label={t('recovery.mobile')} error={errors.mobile}>
        <Input
          {...fieldProps('mobile', errors.mobile)}
          size="large"
          inputMode="tel"
          autoComplete="tel-national"
          maxLength={11}
          value={mobile}
          onChange={(e) => setMobile(e.target.value)}
        />
      </Field>
      <CodeField
        id="code"
        purpose={purpose}
        who={form.typed.mobile}
        unsigned
        value={code}
        onChange={setCode}
        error={errors.code}
        mobile={form.sendTo}
        onError={form.onSendError}
      />
    </>
  );
}
