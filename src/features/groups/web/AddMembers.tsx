import { UploadOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { RowControl } from '../../../platform/ui/web/fields/lazy-controls.ts';
import { ListError, readList } from '../../../platform/ui/web/list-file/read-list.ts';
import { ClassControl } from '../../classes/web/public.ts';
import { NAMED_MAX } from '../contract.ts';
import styles from './group.module.css';

const STUDENTS = { type: 'string', title: '', 'x-kind': 'row', 'x-of': 'student' } as const;
const CLASSES = { type: 'string', title: '', 'x-kind': 'class' } as const;

export interface NewMembers {
  class_ids?: string[];
  child_ids?: string[];
  named?: string[];
}

const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : [];

/** Adds members: whole classes from the tree, students by name, or all students of an uploaded list. */
export function AddMembers({
  busy,
  onAdd,
}: {
  busy: boolean;
  onAdd: (members: NewMembers, clear: () => void) => void;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [classIds, setClassIds] = useState<string[]>([]);
  const [childIds, setChildIds] = useState<string[]>([]);
  const clear = () => {
    setClassIds([]);
    setChildIds([]);
  };
  const file = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState<string>();
  const addFromList = async (list: File) => {
    setProblem(undefined);
    try {
      onAdd({ named: await readList(list, NAMED_MAX) }, clear);
    } catch (error) {
      setProblem(
        t(`passwords.listErrors.${error instanceof ListError ? error.reason : 'unreadable'}`, { max: NAMED_MAX }),
      );
    }
  };
  const add = () =>
    onAdd(
      { ...(classIds.length > 0 && { class_ids: classIds }), ...(childIds.length > 0 && { child_ids: childIds }) },
      clear,
    );
  return (
    <section className={styles.add} aria-labelledby={`${id}h`}>
      <h3 id={`${id}h`}>{t('groups.add')}</h3>
      <div className={styles.fields}>
        <div>
          <label htmlFor={`${id}c`}>{t('groups.byClass')}</label>
          <ClassControl
            id={`${id}c`}
            field={CLASSES}
            multiple
            placeholder={t('crud.choose')}
            value={classIds}
            onChange={(value) => setClassIds(stringsOf(value))}
          />
        </div>
        <div>
          <label htmlFor={`${id}s`}>{t('groups.byName')}</label>
          <RowControl
            id={`${id}s`}
            field={STUDENTS}
            multiple
            placeholder={t('crud.searchName')}
            value={childIds}
            onChange={(value) => setChildIds(stringsOf(value))}
          />
        </div>
        <Button disabled={classIds.length + childIds.length === 0} loading={busy} onClick={add}>
          {t('groups.addVerb')}
        </Button>
      </div>
      <div className={styles.list}>
        <input
          ref={file}
          type="file"
          accept=".xlsx,.csv,.txt"
          hidden
          data-testid="members"
          onChange={({ target }) => {
            const [selectedFile] = target.files ?? [];
            if (selectedFile) void addFromList(selectedFile);
            target.value = '';
          }}
        />
        <Button icon={<UploadOutlined aria-hidden />} loading={busy} onClick={() => file.current?.click()}>
          {t('groups.byList')}
        </Button>
        <span className={styles.help}>{t('groups.listHelp')}</span>
      </div>
      {problem !== undefined && <Alert type="error" showIcon role="alert" message={problem} />}
      <p className={styles.help}>{t('groups.addHelp')}</p>
    </section>
  );
}
