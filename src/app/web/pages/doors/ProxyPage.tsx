import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Navigate, useNavigate, useSearchParams } from 'react-router';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { ownPath } from '../../../../platform/pages/web/own-path.ts';
import { DoorMessage } from '../../../../platform/ui/web/door/DoorMessage.tsx';
import { doors } from './texts.zh.ts';

provideTexts({ doors });

/** /proxy: goes on to the page of the portal that `url` names, through the sign-in where one is needed. */
export function ProxyPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const to = ownPath(query.get('url'));
  if (to !== undefined) return <Navigate to={to} replace />;
  return (
    <DoorMessage
      title={t('doors.proxy')}
      text={t('doors.proxyText')}
      acts={
        <Button type="primary" size="large" block onClick={() => void navigate('/index')}>
          {t('common.toHome')}
        </Button>
      }
    />
  );
}
