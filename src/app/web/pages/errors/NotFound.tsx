import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { Notice } from '../../../../platform/ui/web/Notice.tsx';
import { Signpost } from '../../../../platform/ui/web/pictures.tsx';
import { useTitle } from '../../../../platform/ui/web/use-title.ts';

export function NotFound() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  useTitle(t('pages.notFound.title'));
  return (
    <Notice
      whole
      picture={<Signpost />}
      title={t('pages.notFound.title')}
      text={t('pages.notFound.text')}
      acts={
        <Button type="primary" onClick={() => void navigate('/index')}>
          {t('common.toHome')}
        </Button>
      }
    />
  );
}
