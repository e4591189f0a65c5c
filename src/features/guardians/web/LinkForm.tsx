import { Button, Select } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { GUARDIAN_RELATION } from '../../../platform/schema/generated/enums.ts';
import { RowControl } from '../../../platform/ui/web/fields/lazy-controls.ts';
import styles from './guardian.module.css';

interface Props {
  /** Entity of the person to link. */
  entity: 'student' | 'guardian';
  label: string;
  busy: boolean;
  onLink: (id: string, relation: number, clear: () => void) => void;
}

/** Finds a person by name, and sets the relation between child and guardian. */
export function LinkForm({ entity, label, busy, onLink }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const [personId, setPersonId] = useState<string>();
  const [relation, setRelation] = useState<number>();
  const clear = () => {
    setPersonId(undefined);
    setRelation(undefined);
  };
  return (
    <div className={styles.fields}>
      <RowControl
        id={id}
        field={{ type: 'string', title: label, 'x-kind': 'row', 'x-of': entity }}
        value={personId}
        label={label}
        placeholder={label}
        onChange={(value) => setPersonId(typeof value === 'string' ? value : undefined)}
      />
      <Select<number>
        aria-label={t('guardians.relation')}
        placeholder={t('guardians.relation')}
        value={relation}
        options={[...GUARDIAN_RELATION]}
        onChange={setRelation}
      />
      <Button
        disabled={personId === undefined || relation === undefined}
        loading={busy}
        onClick={() => personId !== undefined && relation !== undefined && onLink(personId, relation, clear)}
      >
        {t('guardians.link')}
      </Button>
    </div>
  );
}
