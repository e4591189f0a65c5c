import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { valueOf } from '../../../platform/crud/web/list/value-of.tsx';
import { useEntity } from '../../../platform/crud/web/use-entity.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { CrisisLevelTag } from '../../../platform/ui/web/CrisisLevelTag.tsx';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { childRelation } from '../../guardians/public.ts';
import { childWarns, type WarnDetail } from '../contract/warnings.ts';
import { isLevel } from '../rules/crisis.ts';
import styles from './crisis.module.css';

/** How many earlier warnings are shown; the archive has them all. */
const EARLIER = 5;

function Earlier({ warn: { warn_id, child_id } }: { warn: WarnDetail }) {
  const { t } = useTranslation();
  const { data, isError } = useQuery({
    queryKey: ['child-warns', child_id],
    queryFn: ({ signal }) =>
      call(childWarns, { params: { id: child_id }, query: { size: EARLIER + 1 } }, { signal, quiet: true }),
    gcTime: 0,
    retry: false,
  });
  if (isError) return <Fact title={t('verdict.earlier')}>{t('crud.loadFailed')}</Fact>;
  if (data === undefined) return null;
  const earlier = data.items.filter((each) => each.warn_id !== warn_id).slice(0, EARLIER);
  return (
    <Fact title={t('verdict.earlier')}>
      {earlier.length === 0 && <span>{t('verdict.noEarlier')}</span>}
      {earlier.map(({ warn_id: id, reported_at, source, valid_status, crisis_level }) => (
        <span key={id} className={styles.factLine}>
          {dateText(reported_at)} {labelOf('warn_source', source)}
          {isLevel(crisis_level) ? <CrisisLevelTag level={crisis_level} /> : labelOf('valid_status', valid_status)}
        </span>
      ))}
    </Fact>
  );
}

function Guardians({ childId }: { childId: string }) {
  const { t } = useTranslation();
  const field = useEntity('guardian')?.schema.properties['mobile'];
  const { data, isError } = useQuery({
    queryKey: ['child-guardians', childId],
    queryFn: ({ signal }) => call(childRelation, { params: { id: childId }, query: {} }, { signal, quiet: true }),
    gcTime: 0,
    retry: false,
  });
  if (isError) return <Fact title={t('verdict.guardians')}>{t('crud.loadFailed')}</Fact>;
  if (data === undefined) return null;
  const phone = (id: string, mobile: string | undefined) => {
    if (mobile === undefined) return t('verdict.noMobile');
    return field ? valueOf(field, mobile, { entity: 'guardian', id, field: 'mobile' }) : mobile;
  };
  return (
    <Fact title={t('verdict.guardians')}>
      {data.items.length === 0 && <span>{t('verdict.noGuardians')}</span>}
      {data.items.map(({ guardian_id, guardian_name, relation, mobile }) => (
        <span key={guardian_id} className={styles.factLine}>
          {labelOf('guardian_relation', relation)} {guardian_name} {phone(guardian_id, mobile)}
        </span>
      ))}
    </Fact>
  );
}

const Fact = ({ title, children }: { title: string; children: ReactNode }) => (
  <div>
    <dt>{title}</dt>
    <dd>{children}</dd>
  </div>
);

/** What helps to decide on a warning, as far as the role may read it: archive, earlier warnings, guardians. */
export function VerdictAside({ warn }: { warn: WarnDetail }) {
  const { t } = useTranslation();
  const mayReadArchive = useMay('student/archive', 'open');
  const mayReadGuardians = useMay('org-manage/student', 'open');
  return (
    <section aria-label={t('verdict.beside')} className={styles.aside}>
      <dl>
        {warn.verdict_due !== undefined && warn.verified_at === undefined && (
          <Fact title={t('verdict.interviewDue')}>{dateText(warn.verdict_due)}</Fact>
        )}
        {warn.acknowledged_by_name !== undefined && warn.verified_at === undefined && (
          <Fact title={t('verdict.owner')}>{warn.acknowledged_by_name}</Fact>
        )}
        <Earlier warn={warn} />
        {mayReadGuardians && <Guardians childId={warn.child_id} />}
      </dl>
      {mayReadArchive && (
        // A new window: the form keeps what was typed.
        <Link to={`/student/archive?child_id=${warn.child_id}`} target="_blank">
          {t('verdict.archive')}
        </Link>
      )}
    </section>
  );
}
