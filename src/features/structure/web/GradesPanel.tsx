import type { UseQueryResult } from '@tanstack/react-query';
import { Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import type { DepartmentGrades } from '../../organisation/public.ts';
import { ChargeDialog, type Charge } from './ChargeDialog.tsx';
import { InChargeList } from './InChargeList.tsx';
import { useInCharge, useReload } from './use-structure.ts';
import styles from './structure.module.css';

interface Props {
  grades: UseQueryResult<DepartmentGrades>;
  isRoot: boolean;
}

/** The grades of a department, with the people in charge of them and of their classes. */
export function GradesPanel({ grades, isRoot }: Props) {
  const { t } = useTranslation();
  const charges = useInCharge();
  const reload = useReload();
  const [charge, setCharge] = useState<Charge>();
  const failure = charges.error ?? grades.error;
  if (failure) return <FailedState error={failure} onRetry={() => void reload()} />;
  if (!grades.data || !charges.data) return <Skeleton active title={false} paragraph={{ rows: 6 }} />;
  return (
    <>
      <h3 className={styles.part}>{t('structure.stages')}</h3>
      {grades.data.items.length > 0 ? (
        <InChargeList grades={grades.data} inCharge={charges.data} onAssign={setCharge} />
      ) : (
        <p className={styles.help}>{t(isRoot ? 'structure.noSchoolStages' : 'structure.noStages')}</p>
      )}
      <ChargeDialog charge={charge} onClose={() => setCharge(undefined)} />
    </>
  );
}
