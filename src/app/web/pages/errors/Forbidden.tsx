import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { PageEntry } from '../../../../platform/feature/web/page.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import { Notice } from '../../../../platform/ui/web/Notice.tsx';
import { Door } from '../../../../platform/ui/web/pictures.tsx';
import { RefusalReasons } from './RefusalReasons.tsx';

/** Shown if the current role may not open the page. */
export function Forbidden({ page }: { page: PageEntry }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { identity, org, role } = useCurrentUser();
  const who = role?.role_name ?? labelOf('identity', identity);
  return (
    <Notice
      picture={<Door />}
      title={t('pages.forbidden.title')}
      text={t('pages.forbidden.text', { org: org.org_name, role: who, page: t(`page.${page.key}.title`) })}
      details={page.area !== undefined && <RefusalReasons area={page.area} />}
      acts={
        <Button type="primary" onClick={() => void navigate('/index')}>
          {t('common.toHome')}
        </Button>
      }
    />
  );
}
