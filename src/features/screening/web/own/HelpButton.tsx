import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { mine } from '../texts.zh.ts';
import { HelpDialog } from './HelpDialog.tsx';
import { TalkForm } from './TalkForm.tsx';
import { useReader } from './use-reader.ts';

provideTexts({ mine });

/** In the header of students and guardians, on every screen: help lines, and a request for a talk. */
export function HelpButton() {
  const { t } = useTranslation();
  const reader = useReader();
  const { user } = useCurrentUser();
  return (
    <HelpDialog text={t('mine.helpText', reader)}>
      <TalkForm key={user.user_id} />
    </HelpDialog>
  );
}
