import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '../../../../platform/ui/web/Notice.tsx';
import { Sprout } from '../../../../platform/ui/web/pictures.tsx';
import { useTitle } from '../../../../platform/ui/web/use-title.ts';
import type { PublicKey } from './table.ts';

/** Pages with a text of their own. */
const OWN_TEXT = { invitation: 'invitation', groupInvitation: 'invitation', messageRouter: 'messageRouter' } as const;

const textKey = (name: PublicKey) => (Object.hasOwn(OWN_TEXT, name) ? OWN_TEXT[name as keyof typeof OWN_TEXT] : 'text');

/** Placeholder of a planned public page. */
export function NotOpen({ name }: { name: PublicKey }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const title = t('pages.notOpen.title', { name: t(`pages.public.${name}`) });
  useTitle(title);
  return (
    <Notice
      whole
      picture={<Sprout />}
      title={title}
      text={t(`pages.notOpen.${textKey(name)}`)}
      acts={
        <Button type="primary" onClick={() => void navigate('/login')}>
          {t('common.toLogin')}
        </Button>
      }
    />
  );
}
