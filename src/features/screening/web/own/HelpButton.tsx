import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { mine } from '../texts.zh.ts';
import { HelpDialog } from './HelpDialog.tsx';
import { TalkForm } from './TalkForm.tsx';

provideTexts({ mine });

/** In the header of students and guardians, on every screen: help lines, and a request for a talk. */
export function HelpButton() {
  const { user } = useCurrentUser();
  return (
    <HelpDialog>
      <TalkForm key={user.user_id} />
    </HelpDialog>
  );
}
