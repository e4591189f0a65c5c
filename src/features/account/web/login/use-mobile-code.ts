import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE } from '../../../../platform/identity/sms.ts';
import { shownOf } from '../../../../platform/session/web/notify-failure.ts';
import { focusInput } from '../../../../platform/ui/web/field/focus-input.ts';

type Errors = Partial<Record<'mobile' | 'code', string | undefined>>;

/**
 * A mobile and the code that was sent to it, of somebody who is not signed in: what is typed, what is wrong with it,
 * and one thing at a time. The fields' ids are `mobile` and `code`.
 */
export function useMobileCode() {
  const { t } = useTranslation();
  const [mobile, setMobile] = useState('');
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const typed = { mobile: mobile.trim(), code: code.trim() };

  /** @returns Whether nothing is wrong; else the first wrong field is focused */
  const show = (wrong: Errors): boolean => {
    setErrors(wrong);
    const first = (['mobile', 'code'] as const).find((name) => wrong[name] !== undefined);
    if (first !== undefined) focusInput(first);
    return first === undefined;
  };
  const wrongMobile = () => (MOBILE.test(typed.mobile) ? undefined : t('account.mobileRequired'));

  return {
    mobile,
    setMobile,
    code,
    setCode,
    errors,
    busy,
    typed,
    /** The number to send to, where it is one. */
    sendTo: () => (show({ mobile: wrongMobile() }) ? typed.mobile : undefined),
    onSendError: (text: string | undefined, field?: string) =>
      void (field === '/mobile' ? show({ mobile: text }) : setErrors({ code: text })),
    /** Runs what the form is for, once everything is there; a refusal is told at the code. */
    async submit(work: () => Promise<void>): Promise<void> {
      if (
        !show({ mobile: wrongMobile(), code: typed.code === '' ? t('codes.required') : undefined }) ||
        running.current
      )
        return;
      running.current = true;
      setBusy(true);
      try {
        await work();
      } catch (failure) {
        show({ code: shownOf(failure).text || t('codes.failed') });
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
