import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { displayOf } from '../../../../platform/session/web/notify-failure.ts';
import { DoorFrame } from '../../../../platform/ui/web/door/DoorFrame.tsx';
import { DoorAlert, DoorLead } from '../../../../platform/ui/web/door/DoorTexts.tsx';
import { passwordTexts } from '../../../account/web/public.ts';
import type { Received } from '../../contract/registration.ts';
import { CODE_TYPE, type CodeType } from '../../rules/codes.ts';
import { RegisterForm, type Sent } from './RegisterForm.tsx';
import { registration } from './texts.zh.ts';
import { useInvitation } from './use-invitation.ts';
import styles from './register.module.css';

provideTexts({ account: passwordTexts, registration });

/** A registration page: what the invitation is, the steps of the form, and the end. */
function RegisterPage({ type }: { type: CodeType }) {
  const { t } = useTranslation();
  const { code, opening, check } = useInvitation(type);
  const [sent, setSent] = useState<Sent>();
  const [refused, setRefused] = useState<unknown>();
  if (sent) return <Done {...sent} />;
  if (opening.at === 'missing') return <Problem text={t('registration.problem.missing')} />;
  const failure = refused ?? (opening.at === 'failed' ? opening.failure : undefined);
  if (failure !== undefined)
    return (
      <Problem
        text={textOf(failure) ?? t('registration.problem.offline')}
        onRetry={
          isFinal(failure)
            ? undefined
            : () => {
                setRefused(undefined);
                return check();
              }
        }
      />
    );
  if (opening.at !== 'open')
    return (
      <DoorFrame title={t('registration.title')}>
        <p role="status">{t('registration.opening')}</p>
      </DoorFrame>
    );
  const { invited } = opening;
  if (invited.registered)
    return (
      <DoorFrame title={t('registration.doneTitle')}>
        <DoorLead>{t('registration.already')}</DoorLead>
        <ToLogin />
      </DoorFrame>
    );
  return (
    <DoorFrame title={t('registration.title')}>
      <p className={styles.lead}>
        {t('registration.invitedTo')}
        <strong className={styles.school}>{invited.org_name}</strong>
        {invited.class_name !== undefined && <span>{t('registration.class', { name: invited.class_name })}</span>}
      </p>
      <RegisterForm code={code} type={type} invited={invited} onSent={setSent} onRefused={setRefused} onRenew={check} />
    </DoorFrame>
  );
}

/** The server's words; undefined where it did not answer. */
const textOf = (failure: unknown): string | undefined =>
  failure instanceof ApiError && !failure.isUnreachable ? displayOf(failure).text || failure.message : undefined;

/** Codes of an invitation that no later attempt opens. */
const FINAL: readonly string[] = ['PSY_INVITATION_UNKNOWN', 'PSY_INVITATION_EXPIRED', 'PSY_INVITATION_REVOKED'];
const isFinal = (failure: unknown): boolean => failure instanceof ApiError && FINAL.includes(failure.code);

function Problem({ text, onRetry }: { text: string; onRetry?: (() => Promise<void>) | undefined }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  return (
    <DoorFrame title={t('registration.problem.title')}>
      <DoorAlert>{text}</DoorAlert>
      <p className={styles.lead}>{t('registration.problem.help')}</p>
      {onRetry && (
        <Button
          size="large"
          block
          loading={busy}
          onClick={() => {
            setBusy(true);
            void onRetry().finally(() => setBusy(false));
          }}
        >
          {t('registration.again')}
        </Button>
      )}
    </DoorFrame>
  );
}

function Done({ answer, byMobile, waits }: Sent) {
  const { t } = useTranslation();
  const { login_name }: Received = answer;
  return (
    <DoorFrame title={t('registration.doneTitle')}>
      <div role="status">
        <p className={styles.lead}>{t(waits ? 'registration.doneReview' : 'registration.doneSoon')}</p>
        <dl className={styles.login}>
          <dt>{t('registration.login')}</dt>
          <dd>{login_name}</dd>
        </dl>
        <p className={styles.lead}>
          {t('registration.doneKeep')}
          {byMobile && t('registration.doneMobile')}
        </p>
      </div>
      <ToLogin />
    </DoorFrame>
  );
}

function ToLogin() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Button type="primary" size="large" block onClick={() => void navigate('/login')}>
      {t('registration.toLogin')}
    </Button>
  );
}

/** /invitation-register-new */
export const SingleRegisterPage = () => <RegisterPage type={CODE_TYPE.single} />;
/** /groups-invitation-register-new */
export const GroupRegisterPage = () => <RegisterPage type={CODE_TYPE.group} />;
