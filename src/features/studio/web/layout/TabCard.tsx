import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined } from '@ant-design/icons';
import { Button, Input, Select } from 'antd';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { FieldRow } from '../FieldRow.tsx';
import type { DraftTab } from './draft-layout.ts';
import styles from '../states/states.module.css';

export const TAB_TITLE_MAX = 10;

interface Props {
  n: number;
  tab: DraftTab;
  /** The groups that no other tab has. */
  free: readonly string[];
  problems: { title?: string | undefined; groups?: string | undefined };
  /** Absent where there is no tab before or after. */
  moves: { earlier?: (() => void) | undefined; later?: (() => void) | undefined };
  onChange: (next: DraftTab | undefined) => void;
}

/** Settings of one tab. */
export function TabCard({ n, tab, free, problems, moves, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  const { title, groups } = tab;
  return (
    <li className={styles.card} aria-label={t('studioLayout.tab', { n })}>
      <div className={styles.head}>
        <strong>{title || t('studioLayout.tab', { n })}</strong>
        <span>
          <Button
            type="text"
            icon={<ArrowUpOutlined aria-hidden />}
            aria-label={t('studioLayout.earlier', { title })}
            disabled={!moves.earlier}
            onClick={moves.earlier}
          />
          <Button
            type="text"
            icon={<ArrowDownOutlined aria-hidden />}
            aria-label={t('studioLayout.later', { title })}
            disabled={!moves.later}
            onClick={moves.later}
          />
          <Button
            type="text"
            danger
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('studioLayout.remove', { title })}
            onClick={() => onChange(undefined)}
          />
        </span>
      </div>
      <div className={styles.pair}>
        <FieldRow id={`${id}-title`} label={t('studioLayout.title')} problem={problems.title}>
          <Input
            id={`${id}-title`}
            value={title}
            maxLength={TAB_TITLE_MAX}
            placeholder={t('studioLayout.titleHint')}
            status={problems.title === undefined ? '' : 'error'}
            onChange={({ target }) => onChange({ ...tab, title: target.value })}
          />
        </FieldRow>
        <FieldRow id={`${id}-groups`} label={t('studioLayout.groups')} problem={problems.groups}>
          <Select
            id={`${id}-groups`}
            className={styles.wide}
            mode="multiple"
            value={[...groups]}
            options={[...groups, ...free].map((value) => ({ value, label: value }))}
            onChange={(values) => onChange({ ...tab, groups: values })}
          />
        </FieldRow>
      </div>
    </li>
  );
}
