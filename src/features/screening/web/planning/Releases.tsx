import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Checkbox, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { releaseScale, scaleReleases } from '../../contract/scales.ts';
import { useAct } from '../use-act.ts';
import styles from './planning.module.css';

/** Two people release a pack with questions about suicide, each after having seen what the students see. */
export function Releases({ scaleId, version }: { scaleId: string; version: string }) {
  const { t } = useTranslation();
  const mayRelease = useMay('screening/release', 'release');
  const [seen, setSeen] = useState(false);
  const params = { scale_id: scaleId };
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-releases', scaleId],
    queryFn: ({ signal }) => call(scaleReleases, { params }, { signal, quiet: true }),
    gcTime: 0,
  });
  const { run, busy } = useAct();
  const release = () =>
    run(() => call(releaseScale, { params, query: { version } }, { quiet: true }), {
      done: ({ released }) => t(released ? 'exams.released' : 'exams.releasedByOne'),
      onDone: () => void refetch(),
    });
  return (
    <section className={styles.card} aria-labelledby="scale-releases">
      <h2 id="scale-releases" className={styles.heading}>
        {t('exams.releases')}
      </h2>
      <p>{t('exams.releasesHelp')}</p>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <>
          <ul className={styles.plain}>
            {data.items.map((one) => (
              <li key={one.user_id}>
                {t('exams.releasedBy', {
                  name: one.user_name,
                  role: labelOf('role', one.role_id),
                  at: dateText(one.released_at),
                })}
              </li>
            ))}
          </ul>
          {data.missing !== undefined && <Alert type="warning" showIcon message={data.missing} />}
          {!data.released && mayRelease && (
            <div className={styles.form}>
              <Checkbox checked={seen} onChange={({ target }) => setSeen(target.checked)}>
                {t('exams.seenView')}
              </Checkbox>
              <div>
                <Button type="primary" disabled={!seen} loading={busy} onClick={() => void release()}>
                  {t('exams.release')}
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </section>
  );
}
