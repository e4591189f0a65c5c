import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GUARDIAN_RELATION } from '../../../platform/schema/generated/enums.ts';
import { RowControl } from '../../../platform/ui/web/fields/lazy-controls.ts';
import styles from './guardian.module.css';

interface Props {
  /** Entity of whom is linked. */
  of: 'student' | 'guardian';
  label: string;
  busy: boolean;
  onLink: (id: string, relation: number, clear: () => void) => void;
}

/** Finds a person by name and says what they are to each other. */
export function AddLink({ of, label, busy, onLink }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [who, setWho] = useState<string>();
  const [relation, setRelation] = useState<number>();
  const clear = () => {
    setWho(undefined);
    setRelation(undefined);
  };
  return (
    <div className={styles.fields}>
      <RowControl
        id={id}
        field={{ type: 'string', title: label, 'x-kind': 'row', 'x-of': of }}
        value={who}
        label={label}
        placeholder={label}
        onChange={(value) => setWho(typeof value === 'string' ? value : undefined)}
      />
      <Select<number>
        aria-label={t('guardians.relation')}
        placeholder={t('guardians.relation')}
        value={relation}
        options={[...GUARDIAN_RELATION]}
        onChange={setRelation}
      />
      <Button
        disabled={who === undefined || relation === undefined}
        loading={busy}
        onClick={() => who !== undefined && relation !== undefined && onLink(who, relation, clear)}
      >
        {t('guardians.link')}
      </Button>
    </div>
  );
}
