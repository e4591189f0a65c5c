import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { DoorMessage } from '../../../../platform/ui/web/door/DoorMessage.tsx';
import { doors } from './texts.zh.ts';

provideTexts({ doors });

/** /IE-under9 inside the portal; the server sends `public/IE-under9.html` to browsers that open the address. */
export function OldBrowser() {
  const { t } = useTranslation();
  return <DoorMessage title={t('doors.oldBrowser')} text={t('doors.oldBrowserText')} acts={null} />;
}
