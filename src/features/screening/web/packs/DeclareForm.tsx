import { Alert, Button, Checkbox, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { REASON_MIN } from '../../contract/packs.ts';
import planning from '../planning/planning.module.css';
import styles from './packs.module.css';

export interface Declaration {
  declared_by: string;
  statement: string;
}

interface Props {
  busy: boolean;
  error?: string | undefined;
  onSubmit: (declaration: Declaration) => void;
}

/** The school's declaration of its licence, which stands in the audit log. */
export function DeclareForm({ busy, error, onSubmit }: Props) {
  const { t } = useTranslation();
  const [by, setBy] = useState('');
  const [statement, setStatement] = useState('');
  const [agreed, setAgreed] = useState(false);
  const whole = agreed && by.trim().length >= 2 && statement.trim().length >= REASON_MIN;
  return (
    <section className={planning.card} aria-labelledby="pack-declare">
      <h2 id="pack-declare" className={planning.heading}>
        {t('packs.declare')}
      </h2>
      <p className={planning.quiet}>{t('packs.declareHelp')}</p>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (whole && !busy) onSubmit({ declared_by: by.trim(), statement: statement.trim() });
        }}
      >
        <div className={styles.field}>
          <label htmlFor="declared-by">{t('packs.declaredBy')}</label>
          <Input id="declared-by" maxLength={60} value={by} onChange={({ target }) => setBy(target.value)} />
        </div>
        <div className={styles.field}>
          <label htmlFor="statement">{t('packs.statement')}</label>
          <Input.TextArea
            id="statement"
            rows={3}
            maxLength={500}
            aria-describedby="statement-help"
            value={statement}
            onChange={({ target }) => setStatement(target.value)}
          />
          <span id="statement-help" className={planning.quiet}>
            {t('packs.statementHelp')}
          </span>
        </div>
        <Checkbox checked={agreed} onChange={({ target }) => setAgreed(target.checked)}>
          {t('packs.agree')}
        </Checkbox>
        {error !== undefined && <Alert type="error" showIcon role="alert" message={error} />}
        <div>
          <Button type="primary" htmlType="submit" disabled={!whole} loading={busy}>
            {t('packs.submit')}
          </Button>
        </div>
      </form>
    </section>
  );
}
