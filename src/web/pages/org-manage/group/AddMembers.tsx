import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ClassControl, RowControl } from '../../../widgets/fields/lazy-controls.tsx';
import styles from './group.module.css';

const STUDENTS = { type: 'string', title: '', 'x-kind': 'row', 'x-of': 'student' } as const;
const CLASSES = { type: 'string', title: '', 'x-kind': 'class' } as const;

export interface NewMembers { class_ids?: string[]; child_ids?: string[] }

const texts = (value: unknown): string[] => (Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : []);

/** Chooses whole classes from the tree, and single students by name. */
export function AddMembers({ busy, onAdd }: { busy: boolean; onAdd: (members: NewMembers, clear: () => void) => void }) {
  const { t } = useTranslation();
  const id = useId();
  const [classIds, setClassIds] = useState<string[]>([]);
  const [childIds, setChildIds] = useState<string[]>([]);
  const clear = () => { setClassIds([]); setChildIds([]); };
  const add = () => onAdd({ ...(classIds.length > 0 && { class_ids: classIds }), ...(childIds.length > 0 && { child_ids: childIds }) }, clear);
  return (
    <section className={styles.add} aria-labelledby={`${id}h`}>
      <h3 id={`${id}h`}>{t('groups.add')}</h3>
      <div className={styles.fields}>
        <div><label htmlFor={`${id}c`}>{t('groups.byClass')}</label><ClassControl id={`${id}c`} field={CLASSES} multiple placeholder={t('crud.choose')} value={classIds} onChange={(value) => setClassIds(texts(value))} /></div>
        <div><label htmlFor={`${id}s`}>{t('groups.byName')}</label><RowControl id={`${id}s`} field={STUDENTS} multiple placeholder={t('crud.searchName')} value={childIds} onChange={(value) => setChildIds(texts(value))} /></div>
        <Button disabled={classIds.length + childIds.length === 0} loading={busy} onClick={add}>{t('groups.addVerb')}</Button>
      </div>
      <p className={styles.help}>{t('groups.addHelp')}</p>
    </section>
  );
}
