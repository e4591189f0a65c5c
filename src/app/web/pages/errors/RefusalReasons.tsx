import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { refusal, type Missing } from '../../../../platform/access/contract.ts';
import type { Area } from '../../../../platform/access/generated/areas.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { IDENTITY } from '../../../../platform/identity/identity.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../../platform/session/web/current-user.ts';
import styles from './RefusalReasons.module.css';

/** What a code of a condition is called. */
const NAMES: Record<Missing['condition'], (code: string) => string> = {
  identity: (code) => labelOf('identity', code),
  role: (code) => labelOf('role', code),
  org_type: (code) => labelOf('org_type', code),
  edu_level: (code) => labelOf('edu_level', code),
  // The rights write their names as the wire has them.
  feature: (code) => labelOf('product', code.toLowerCase()),
  flag: (code) => labelOf('role_flag', code),
  service: (code) => code,
};

/** Students and guardians have no rights to explain: pages with an area are for the staff. */
const FOR_STAFF: readonly Missing[] = [{ condition: 'identity', needs: [String(IDENTITY.staff)] }];

/** The conditions that are missing for opening an area, each with who can change it. */
export function RefusalReasons({ area }: { area: Area }) {
  const { t } = useTranslation();
  const { org, role } = useCurrentUser();
  const { data } = useQuery({
    queryKey: ['refusal', area, org.org_id, role?.role_id],
    queryFn: ({ signal }) => call(refusal, { query: { area } }, { signal, quiet: true }),
    enabled: role !== null,
    gcTime: 0,
  });
  const missing = role === null ? FOR_STAFF : (data?.missing ?? []);
  if (missing.length === 0) return null;
  return (
    <section className={styles.reasons} aria-labelledby="refusal-reasons">
      <h2 id="refusal-reasons" className={styles.heading}>
        {t('pages.forbidden.reasons')}
      </h2>
      <ul>
        {missing.map(({ condition, needs }) => (
          <li key={condition}>
            {t(`pages.forbidden.${condition}`, { needs: needs.map(NAMES[condition]).join(t('pages.forbidden.or')) })}
          </li>
        ))}
      </ul>
    </section>
  );
}
