import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button } from 'antd';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import type { OwnProvider } from '../own-contract.ts';
import { RemoveProvider } from './RemoveProvider.tsx';
import { authorisationAddress, browser } from './trip.ts';
import { useLinking } from './use-linking.ts';
import styles from './own-sign-in.module.css';

interface Props {
  /** The suite of the platform; empty where it has none any more. */
  suiteId: string;
  saved: OwnProvider | undefined;
  /** Whether the organisation signs in by an app of its own. */
  hasOwnApp: boolean;
  locked: boolean;
  onChanged: () => void;
}

/** The app of a WeCom service provider: which corporation is linked, and the way to its authorisation. */
export function SuiteCard({ suiteId, saved, hasOwnApp, locked, onChanged }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const id = useId();
  const card = useRef<HTMLElement>(null);
  const linking = useLinking(card, () => {
    void message.success(t('ownSignIn.suiteLinked'));
    onChanged();
  });
  const going = useMutation({ mutationFn: async () => browser.goTo(await authorisationAddress()) });
  const go = useOnce(() => going.mutateAsync());
  const error = [going.error, linking.error].find((each) => each !== null && !isCancelled(each));
  const isOpen = suiteId !== '' && (saved === undefined || saved.settings['suite_id'] === suiteId);
  return (
    <section ref={card} className={styles.card} aria-labelledby={`${id}-heading`}>
      <h2 id={`${id}-heading`} className={styles.heading}>
        {t('ownSignIn.wwork_suite')}
      </h2>
      <p className={styles.about}>{t('ownSignIn.suiteAbout')}</p>
      {error && <Alert type="error" showIcon role="alert" message={failureOf(error).message} />}
      {!isOpen && <Alert type="warning" showIcon message={t('ownSignIn.suiteClosed')} />}
      {saved && isOpen && hasOwnApp && <Alert type="info" showIcon message={t('ownSignIn.suiteOwnApp')} />}
      {saved && (
        <dl className={styles.facts}>
          <dt>{t('ownSignIn.suiteCorp')}</dt>
          <dd>{saved.settings['corp_name'] || saved.settings['corp_id']}</dd>
          <dt>{t('ownSignIn.suiteCorpId')}</dt>
          <dd>{saved.settings['corp_id']}</dd>
          <dt>{t('ownSignIn.suiteSince')}</dt>
          <dd>{dateText(saved.updated_at)}</dd>
        </dl>
      )}
      {!saved && isOpen && <p>{t('ownSignIn.suiteNone')}</p>}
      {linking.isPending && <p role="status">{t('ownSignIn.suiteLinking')}</p>}
      {!locked && (
        <div className={styles.acts}>
          {suiteId !== '' && (
            <Button type={saved ? 'default' : 'primary'} loading={going.isPending || linking.isPending} onClick={go}>
              {t(saved ? 'ownSignIn.suiteAgain' : 'ownSignIn.suiteGo')}
            </Button>
          )}
          {saved && (
            <RemoveProvider
              kind="wwork_suite"
              title={t('ownSignIn.suiteRemoveTitle')}
              text={t('ownSignIn.suiteRemoveText')}
              onRemoved={onChanged}
            />
          )}
        </div>
      )}
    </section>
  );
}
