import { RightOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { RequestedRole } from '../../../../platform/identity/choose-role.ts';
import { labelOf } from '../../../../platform/schema/labels.ts';
import { choose, type UserState } from '../../../../platform/session/web/current-user.ts';
import { signOut } from '../../../../platform/session/web/sign-out.ts';
import styles from './Chooser.module.css';

type ChoosingState = Extract<UserState, { status: 'choosing' }>;

interface Option {
  key: string;
  title: string;
  about?: string;
  request: RequestedRole;
}

function optionsOf(choosing: ChoosingState['choosing']): Option[] {
  if (choosing.step === 'identity')
    return choosing.identities.map((identity) => ({
      key: String(identity),
      title: labelOf('identity', identity),
      request: { identity },
    }));
  const { identity } = choosing;
  if (choosing.step === 'org')
    return choosing.orgs.map((org) => ({
      key: org.org_id,
      title: org.org_name,
      about: labelOf('org_type', org.org_type),
      request: { identity, org_id: org.org_id },
    }));
  const { org, roles } = choosing;
  return roles.map((role) => ({
    key: String(role.role_id),
    title: role.role_name,
    about: org.org_name,
    request: { identity, org_id: org.org_id, role_id: role.role_id },
  }));
}

/** The request that returns to the previous step; undefined at the first step with a choice. */
function previousStep(choosing: ChoosingState['choosing'], user: ChoosingState['user']): RequestedRole | undefined {
  if (choosing.step === 'role' && user.orgs.length > 1) return { identity: choosing.identity };
  return choosing.step !== 'identity' && user.roles.length > 1 ? {} : undefined;
}

const TITLE = { identity: 'login.chooseIdentity', org: 'login.chooseOrg', role: 'login.chooseRole' } as const;

/** Chooses identity, organisation and role, one after the other, only where there is a choice (`spec §4`). */
export function Chooser({
  state: { user, choosing },
  onLeave,
}: {
  state: ChoosingState;
  /** Returns to the choice from before; absent after a sign-in. */
  onLeave?: (() => void) | undefined;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [choosing.step]);
  const back = previousStep(choosing, user);
  return (
    <section aria-labelledby="choose">
      <p className={styles.hello}>{t('login.chooseHello', { name: user.real_name })}</p>
      <h2 id="choose" ref={heading} tabIndex={-1} className={styles.title}>
        {t(TITLE[choosing.step])}
      </h2>
      <ul className={styles.options}>
        {optionsOf(choosing).map(({ key, title, about, request }) => (
          <li key={key}>
            <button type="button" className={styles.option} onClick={() => choose(user, request)}>
              <span>
                <span className={styles.name}>{title}</span>
                {about && <span className={styles.about}>{about}</span>}
              </span>
              <RightOutlined aria-hidden="true" className={styles.go} />
            </button>
          </li>
        ))}
      </ul>
      <div className={styles.acts}>
        {back !== undefined && (
          <Button type="text" onClick={() => choose(user, back)}>
            {t('login.previousStep')}
          </Button>
        )}
        {onLeave !== undefined && (
          <Button type="text" onClick={onLeave}>
            {t('login.keepChoice')}
          </Button>
        )}
        <Button type="text" onClick={() => void signOut()}>
          {t('login.otherAccount')}
        </Button>
      </div>
    </section>
  );
}
