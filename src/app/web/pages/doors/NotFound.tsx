import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { DoorMessage } from '../../../../platform/ui/web/door/DoorMessage.tsx';

/** /404: the address of no page. */
export function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <DoorMessage
      title={t('pages.notFound.title')}
      text={t('pages.notFound.text')}
      acts={
        <Button type="primary" size="large" block onClick={() => void navigate('/index')}>
          {t('common.toHome')}
        </Button>
      }
    />
  );
}
