import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Notice } from './Notice.tsx';
import { Cloud } from './pictures.tsx';

/** Shown if the server does not answer; the session is kept and the user may retry. */
export function ServiceAway({ onRetry }: { onRetry: () => void }) {
  const { t } = useTranslation();
  return (
    <Notice
      whole
      picture={<Cloud />}
      title={t('pages.away.title')}
      text={t('pages.away.text')}
      acts={
        <Button type="primary" onClick={onRetry}>
          {t('common.retry')}
        </Button>
      }
    />
  );
}
