import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { DoorFrame } from '../../../platform/ui/web/door/DoorFrame.tsx';
import { DoorLinks } from '../../../platform/ui/web/door/DoorTexts.tsx';
import { passwordTexts } from '../../account/web/public.ts';
import { MobileStep, type Again } from './MobileStep.tsx';
import { PasswordStep } from './PasswordStep.tsx';
import type { Proved } from './proved.ts';
import { signUp } from './texts.zh.ts';

provideTexts({ account: passwordTexts, signUp });

/** /mobile-sign-up: mobile, code, password. Nothing says whether a number is recorded before it is proved. */
export function SignUpPage() {
  const { t } = useTranslation();
  const [proved, setProved] = useState<Proved>();
  const [again, setAgain] = useState<Again>();
  return (
    <DoorFrame title={t(proved ? 'signUp.chooseTitle' : 'signUp.title')}>
      {proved ? (
        <PasswordStep
          proved={proved}
          onExpired={(text) => {
            setProved(undefined);
            setAgain({ notice: text, mobile: proved.mobile });
          }}
        />
      ) : (
        <MobileStep again={again} onProved={setProved} />
      )}
      <DoorLinks>
        <Link to="/login">{t('signUp.toLogin')}</Link>
        <Link to="/reset-password">{t('signUp.reset')}</Link>
      </DoorLinks>
    </DoorFrame>
  );
}
