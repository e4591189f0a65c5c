import { Button } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbsence } from '../../../errors/catalogue.ts';
import { ApiError } from '../../../http/web/api-error.ts';
import { failureOf } from '../../../ui/web/failure.ts';
import { Cloud, Signpost, Sprout } from '../../../ui/web/pictures.tsx';
import styles from './list.module.css';

interface Props {
  picture: ReactNode;
  title: string;
  text?: string;
  act?: ReactNode;
  role?: 'alert' | 'status';
}

/** Shown instead of rows: the reason and the next step. */
function State({ picture, title, text, act, role = 'status' }: Props) {
  return (
    <div className={styles.state} role={role}>
      <div aria-hidden="true">{picture}</div>
      <p className={styles.stateTitle}>{title}</p>
      {text !== undefined && text !== '' && <p className={styles.stateText}>{text}</p>}
      {act}
    </div>
  );
}

/** The list is empty. */
export function NoData({ title, act }: { title: string; act?: ReactNode }) {
  const { t } = useTranslation();
  return (
    <State
      picture={<Sprout />}
      title={t('crud.noData', { title })}
      text={act === undefined ? '' : t('crud.noDataText')}
      act={act}
    />
  );
}

/** No row matches the filters. */
export function NoMatch({ title, onClear }: { title: string; onClear: () => void }) {
  const { t } = useTranslation();
  return (
    <State
      picture={<Signpost />}
      title={t('crud.noMatch', { title })}
      text={t('crud.noMatchText')}
      act={<Button onClick={onClear}>{t('crud.clearFilters')}</Button>}
    />
  );
}

/** Failure with its reason, and a retry if it can help. */
export function FailedState({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTranslation();
  // A retry cannot help.
  const absent = error instanceof ApiError && isAbsence(error.code);
  const { message } = failureOf(error);
  return (
    <State
      role="alert"
      picture={<Cloud />}
      title={absent ? message : t('crud.loadFailed')}
      text={absent ? '' : message}
      act={absent ? undefined : <Button onClick={onRetry}>{t('common.retry')}</Button>}
    />
  );
}
