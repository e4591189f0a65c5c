import { Alert, Button, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { confirmLicence, REASON_MIN } from '../../contract/packs.ts';
import type { ScaleDetail } from '../../contract/scales.ts';
import { useAct } from '../use-act.ts';
import { packs } from './texts.zh.ts';
import planning from '../planning/planning.module.css';
import styles from './packs.module.css';

provideTexts({ packs });

/** A pack whose licence is unclear: who confirmed that the school may use it, or the confirmation itself. */
export function LicenceConfirm({ pack, onConfirmed }: { pack: ScaleDetail; onConfirmed: () => void }) {
  const { t } = useTranslation();
  const mayConfirm = useMay('screening/pack', 'confirm');
  const [reason, setReason] = useState('');
  const { confirmation, scale_id: id, version } = pack;
  const { busy, run } = useAct();
  const confirm = () =>
    run(
      () =>
        call(confirmLicence, { params: { scale_id: id }, body: { version, reason: reason.trim() } }, { quiet: true }),
      { done: () => t('packs.confirmed'), onDone: onConfirmed },
    );
  return (
    <section className={planning.card} aria-labelledby="licence-confirm">
      <h2 id="licence-confirm" className={planning.heading}>
        {t('packs.licence')}
      </h2>
      {confirmation ? (
        <p>
          {t('packs.confirmedBy', {
            name: confirmation.user_name,
            at: dateText(confirmation.confirmed_at),
            reason: confirmation.reason,
          })}
        </p>
      ) : (
        <>
          <p>{t('packs.licenceHelp')}</p>
          <Alert type="warning" showIcon message={t('packs.licenceMissing')} />
          {mayConfirm && (
            <div className={styles.form}>
              <div className={styles.field}>
                <label htmlFor="licence-reason">{t('packs.confirmReason')}</label>
                <Input.TextArea
                  id="licence-reason"
                  rows={2}
                  maxLength={500}
                  aria-describedby="licence-reason-help"
                  value={reason}
                  onChange={({ target }) => setReason(target.value)}
                />
                <span id="licence-reason-help" className={planning.quiet}>
                  {t('packs.confirmReasonHelp')}
                </span>
              </div>
              <div>
                <Button
                  type="primary"
                  disabled={reason.trim().length < REASON_MIN}
                  loading={busy}
                  onClick={() => void confirm()}
                >
                  {t('packs.confirm')}
                </Button>
              </div>
            </div>
          )}
        </>
      )}
    </section>
  );
}
