import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';
import { Notice } from '../../../../platform/ui/web/Notice.tsx';
import { Sprout } from '../../../../platform/ui/web/pictures.tsx';

/** Placeholder of a planned page. */
export function ComingPage({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <Notice
      picture={<Sprout />}
      title={t(`page.${page.key}.title`)}
      text={t('pages.coming.text')}
      acts={<Button onClick={() => void navigate('/index')}>{t('common.toHome')}</Button>}
    />
  );
}
