import { useTranslation } from 'react-i18next';
import { Notice } from '../../../../platform/ui/web/Notice.tsx';
import { Signpost } from '../../../../platform/ui/web/pictures.tsx';
import { useTitle } from '../../../../platform/ui/web/use-title.ts';

/** /IE-under9 in a browser that can run the portal; old browsers get the text of `public/old-browser.js`. */
export function OldBrowser() {
  const { t } = useTranslation();
  useTitle(t('pages.oldBrowser.title'));
  return <Notice whole picture={<Signpost />} title={t('pages.oldBrowser.title')} text={t('pages.oldBrowser.text')} />;
}
