import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DraftState } from './use-draft.ts';
import planning from '../planning/planning.module.css';

/** Whether the draft is stored; where it is not, why and what to do. */
export function SaveStatus({ state, onReload }: { state: DraftState; onReload: () => void }) {
  const { t } = useTranslation();
  const { status, failure, outdated, flush } = state;
  if (status === 'failed' && failure !== undefined)
    return (
      <Alert
        type="error"
        showIcon
        role="alert"
        message={t('questionnaires.notSaved', { reason: failure })}
        action={
          <Button size="small" onClick={outdated ? onReload : () => void flush()}>
            {t(outdated ? 'questionnaires.reload' : 'questionnaires.retry')}
          </Button>
        }
      />
    );
  return (
    <span role="status" className={planning.quiet}>
      {t(status === 'saved' ? 'questionnaires.saved' : 'questionnaires.saving')}
    </span>
  );
}
