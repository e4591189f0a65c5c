import { BankOutlined } from '@ant-design/icons';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { leaveSchool } from '../../../features/organisation/contract/institutions.ts';
import { call } from '../../../platform/http/web/call.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import styles from '../../../features/subscription/web/ServiceBanner.module.css';

/** Shows staff of an institution which school they visit, with a button to return. */
export function VisitBanner({
  go = (address: string) => window.location.assign(address),
}: {
  go?: (address: string) => void;
}) {
  const { t } = useTranslation();
  const { user, identity, org, role } = useCurrentUser();
  const [busy, setBusy] = useState(false);
  const home = user.orgs.find((one) => one.org_id === org.visited_from);
  if (home === undefined || role === null) return null;
  const leave = async () => {
    if (busy) return;
    setBusy(true);
    // The user returns even if the call fails; the visit then expires.
    await call(leaveSchool, { params: { id: org.org_id } }, { quiet: true }).catch(() => undefined);
    sessionStore.chooseForReload({ identity, org_id: home.org_id, org_type: home.org_type, role_id: role.role_id });
    go('/school-manage/index');
  };
  return (
    <div className={`${styles.banner} ${styles.visit}`} role="status" data-banner>
      <BankOutlined aria-hidden="true" />
      <span className={styles.text}>{t('layout.visit.text', { school: org.org_name, bureau: home.org_name })}</span>
      <button type="button" className={styles.explain} disabled={busy} onClick={() => void leave()}>
        {t('layout.visit.leave', { bureau: home.org_name })}
      </button>
    </div>
  );
}
