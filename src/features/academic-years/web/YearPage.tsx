import { useList } from '@refinedev/core';
import { Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourcePage } from '../../../platform/crud/web/ResourcePage.tsx';
import { useDialog } from '../../../platform/crud/web/use-dialog.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import type { Row } from '../../../platform/resources/contract/resource.ts';
import { quietly } from '../../../platform/ui/web/failure.ts';
import { MakeCurrentDialog } from './MakeCurrentDialog.tsx';
import { RollOverDialog } from './RollOverDialog.tsx';
import styles from './year.module.css';

/** The years that are looked through for the next one. */
const YEARS = { pageSize: 50 };
const isCurrent = (row: Row) => row['is_current'] === true;
const deletion = { offered: (row: Row) => !isCurrent(row) };

const useYears = (enabled: boolean) =>
  useList<Row>({ resource: 'year', pagination: YEARS, queryOptions: { enabled }, ...quietly });

/** Starts the move into the next year, or says what it needs first. */
function RollOver() {
  const { t } = useTranslation();
  const { open } = useDialog();
  const { result, query } = useYears(true);
  if (!query.isSuccess) return null;
  // The list is in reverse order of the years: the last one is the next.
  const next = result.data.findLast((row) => row['can_roll_over'] === true);
  return next === undefined ? (
    <p className={styles.needs}>{t(result.data.some(isCurrent) ? 'year.needsNext' : 'year.needsCurrent')}</p>
  ) : (
    <Button type="primary" onClick={() => open('roll-over', String(next['year_id']))}>
      {t('year.rollOver')}
    </Button>
  );
}

/** /academic-year-setting/index: academic years; one can be made current, and the school can be moved up into one. */
export function YearPage() {
  const { t } = useTranslation();
  const mayRollOver = useMay('academic-year-setting', 'roll-over');
  const { query } = useYears(mayRollOver);
  // What the head says depends on the years, and on a phone it moves the list.
  if (query.isLoading) return <Skeleton active paragraph={{ rows: 8 }} />;
  return (
    <ResourcePage
      name="year"
      title={t('page.year.title')}
      acts={mayRollOver && <RollOver />}
      deletion={deletion}
      rowExtras={[
        {
          key: 'roll-over',
          label: t('year.rollOver'),
          act: 'roll-over',
          appliesTo: (row) => row['can_roll_over'] === true,
          linked: true,
          Dialog: RollOverDialog,
        },
        {
          key: 'current',
          label: t('year.makeCurrent'),
          act: 'update',
          appliesTo: (row) => !isCurrent(row),
          linked: true,
          Dialog: MakeCurrentDialog,
        },
      ]}
    />
  );
}
