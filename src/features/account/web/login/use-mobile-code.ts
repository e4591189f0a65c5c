import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MOBILE } from '../../../../platform/contract/common.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { focusInput } from '../../../../platform/ui/web/field/focus-input.ts';

type Errors = Partial<Record<'mobile' | 'code', string | undefined>>;

/**
 * State of a mobile and its code before sign-in: input, errors, and one submission at a time. The ids of the fields are
 * `mobile` and `code`.
 *
 * @param initial The mobile at first
 */
export function useMobileCode(initial = '') {
  const { t } = useTranslation();
  const [mobile, setMobile] = useState(initial);
  const [code, setCode] = useState('');
  const [errors, setErrors] = useState<Errors>({});
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const typed = { mobile: mobile.trim(), code: code.trim() };

  /**
   * Shows the errors and focuses the first wrong field.
   *
   * @returns Whether there is no error
   */
  const showErrors = (fieldErrors: Errors): boolean => {
    setErrors(fieldErrors);
    const first = (['mobile', 'code'] as const).find((name) => fieldErrors[name] !== undefined);
    if (first !== undefined) focusInput(first);
    return first === undefined;
  };
  const mobileError = () => (MOBILE.test(typed.mobile) ? undefined : t('account.mobileRequired'));

  return {
    mobile,
    setMobile,
    code,
    setCode,
    errors,
    busy,
    typed,
    /** The number that gets the code; undefined when it is invalid. */
    sendTo: () => (showErrors({ mobile: mobileError() }) ? typed.mobile : undefined),
    onSendError: (text: string | undefined, field?: string) =>
      void (field === '/mobile' ? showErrors({ mobile: text }) : setErrors({ code: text })),
    /** Runs `work` once the input is complete; a refusal appears at the code field. */
    async submit(work: () => Promise<void>): Promise<void> {
      if (
        !showErrors({ mobile: mobileError(), code: typed.code === '' ? t('codes.required') : undefined }) ||
        running.current
      )
        return;
      running.current = true;
      setBusy(true);
      try {
        await work();
      } catch (failure) {
        showErrors({ code: displayOf(failure).text || t('codes.failed') });
      } finally {
        running.current = false;
        setBusy(false);
      }
    },
  };
}
