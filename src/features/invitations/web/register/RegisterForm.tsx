import { Button, Checkbox } from 'antd';
import { useRef, useState, type SyntheticEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { passwordDigest } from '../../../../platform/signing/mac.ts';
import { focusInput } from '../../../../platform/ui/web/field/focus-input.ts';
import {
  focusFirstError,
  NewPassword,
  newPasswordErrors,
  type NewPasswordErrors,
} from '../../../../platform/ui/web/password/NewPassword.tsx';
import {
  applyByGroupInvitation,
  applyByInvitation,
  signUpOnly,
  type Invited,
  type Received,
} from '../../contract/registration.ts';
import { CODE_TYPE, type CodeType } from '../../rules/codes.ts';
import { EMPTY, fieldOf, FIELDS, problemsOf, type Problems, type Typed } from './form.ts';
import { PersonFields } from './PersonFields.tsx';
import { Summary } from './Summary.tsx';
import { useSteps } from './use-steps.ts';
import styles from './register.module.css';

/** A registration that the server has received. */
export interface Sent {
  answer: Received;
  byMobile: boolean;
  /** A person at the school decides. */
  waits: boolean;
}

interface Props {
  code: string;
  type: CodeType;
  invited: Invited;
  onSent: (sent: Sent) => void;
  /** The invitation can no longer be used. */
  onRefused: (failure: unknown) => void;
  /** Checks the code again, for a new ticket. */
  onRenew: () => Promise<void>;
}

const STEPS = { person: 0, password: 1, check: 2 } as const;

async function send(code: string, type: CodeType, invited: Invited, typed: Typed, password: string): Promise<Received> {
  const { kind, name, no, sex, classId, mobile, code: digits } = typed;
  const person = {
    child_name: name.trim(),
    student_no: no.trim(),
    password: passwordDigest(password),
    agreed: true as const,
    ...(invited.class_name === undefined && classId !== undefined && { class_id: classId }),
    ...(invited.mobile_required && { mobile: mobile.trim(), code: digits.trim() }),
  };
  const options = { quiet: true, secondaryToken: invited.secondary_token };
  if (kind === 'account') return call(signUpOnly, { params: { code }, body: person }, options);
  const body = { invitation_code: code, ...person, ...(sex !== undefined && { sex }) };
  return call(type === CODE_TYPE.group ? applyByGroupInvitation : applyByInvitation, { body }, options);
}

/** The form in three steps; nothing is sent before the last one. */
export function RegisterForm({ code, type, invited, onSent, onRefused, onRenew }: Props) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<Typed>(EMPTY);
  const [problems, setProblems] = useState<Problems>({});
  const [chosen, setChosen] = useState({ password: '', repeat: '' });
  const [passwordProblems, setPasswordProblems] = useState<NewPasswordErrors>({});
  const [agreed, setAgreed] = useState(false);
  const [notice, setNotice] = useState<string>();
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const names = [typed.name.trim(), typed.no.trim(), typed.mobile.trim()].filter((name) => name !== '');
  const wrongPerson = problemsOf(typed, invited);
  const wrongPassword = newPasswordErrors(chosen, names);
  // After a reload the history may name a step whose input is gone.
  const reached = FIELDS.some((name) => wrongPerson[name] !== undefined)
    ? STEPS.person
    : wrongPassword.password !== undefined || wrongPassword.repeat !== undefined
      ? STEPS.password
      : STEPS.check;
  const { step, to } = useSteps(reached);

  const showPerson = (found: Problems) => {
    setProblems(found);
    const first = FIELDS.find((name) => found[name] !== undefined);
    if (first !== undefined) setTimeout(() => focusInput(`registration-${first}`));
  };
  const change = (next: Partial<Typed>) => {
    setTyped({ ...typed, ...next });
    setProblems({});
    setNotice(undefined);
  };

  /** Shows a refusal where the person can mend it. */
  const explain = async (failure: unknown) => {
    const text = displayOf(failure).text || t('codes.failed');
    if (!(failure instanceof ApiError)) return setNotice(text);
    if (failure.code.startsWith('PSY_INVITATION_') || failure.code === 'PSY_NO_PLACES_LEFT') return onRefused(failure);
    if (failure.code === 'PSY_REGISTRATION_TICKET') {
      await onRenew();
      return setNotice(text);
    }
    if (failure.code === 'AC_IDENTIFY_CODE_WRONG') {
      to(STEPS.person);
      return showPerson({ code: text });
    }
    const found: Problems = {};
    for (const { field, message } of failure.details) {
      const name = fieldOf(field);
      if (name !== undefined) found[name] = message;
    }
    if (Object.keys(found).length > 0) {
      to(STEPS.person);
      return showPerson(found);
    }
    const password = failure.details.find(({ field }) => field === '/password')?.message;
    if (password === undefined) return setNotice(text);
    to(STEPS.password);
    setPasswordProblems({ password });
  };

  const submit = async () => {
    if (!agreed) return setNotice(t('registration.agreeRequired'));
    if (running.current) return;
    running.current = true;
    setBusy(true);
    setNotice(undefined);
    try {
      const answer = await send(code, type, invited, typed, chosen.password);
      onSent({ answer, byMobile: invited.mobile_required, waits: answer.review || typed.kind === 'account' });
    } catch (failure) {
      await explain(failure);
    } finally {
      running.current = false;
      setBusy(false);
    }
  };

  const next = (event: SyntheticEvent) => {
    event.preventDefault();
    if (step === STEPS.check) return void submit();
    if (step === STEPS.person) {
      const found = Object.fromEntries(
        FIELDS.flatMap((name) => {
          const key = wrongPerson[name];
          return key === undefined ? [] : [[name, t(key)]];
        }),
      );
      if (Object.keys(found).length > 0) return showPerson(found);
      return to(STEPS.password);
    }
    const errors = {
      password: wrongPassword.password && t(wrongPassword.password),
      repeat: wrongPassword.repeat && t(wrongPassword.repeat),
    };
    setPasswordProblems(errors);
    if (focusFirstError(errors)) to(STEPS.check);
  };

  const titles = t('registration.steps', { returnObjects: true });
  return (
    <form className={styles.form} onSubmit={next} noValidate aria-label={t('registration.title')}>
      <p className={styles.step} aria-live="polite">
        {t('registration.stepOf', { n: step + 1, total: titles.length, name: titles[step] ?? '' })}
      </p>
      {step === STEPS.person && (
        <PersonFields typed={typed} invited={invited} problems={problems} onChange={change} onProblems={setProblems} />
      )}
      {step === STEPS.password && (
        <NewPassword
          value={chosen}
          onChange={(value) => {
            setChosen(value);
            setPasswordProblems({});
          }}
          errors={passwordProblems}
          names={names}
        />
      )}
      {step === STEPS.check && (
        <>
          <Summary typed={typed} invited={invited} />
          <Checkbox checked={agreed} onChange={(event) => setAgreed(event.target.checked)}>
            {t('registration.agree')}
          </Checkbox>
        </>
      )}
      {notice !== undefined && (
        <p role="alert" className={styles.notice}>
          {notice}
        </p>
      )}
      <Button type="primary" htmlType="submit" size="large" block loading={busy} className={styles.submit}>
        {step === STEPS.check ? t(busy ? 'registration.submitting' : 'registration.submit') : t('registration.next')}
      </Button>
      {step > STEPS.person && (
        <Button type="text" block disabled={busy} onClick={() => to(step - 1)}>
          {t('registration.previous')}
        </Button>
      )}
    </form>
  );
}
