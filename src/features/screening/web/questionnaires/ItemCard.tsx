import { ArrowDownOutlined, ArrowUpOutlined, CopyOutlined, DeleteOutlined, EditOutlined } from '@ant-design/icons';
import { Button, Checkbox, Input, Select, Space, Tooltip } from 'antd';
import { useTranslation } from 'react-i18next';
import type { PackFinding } from '../../contract/packs.ts';
import { ITEM_KINDS, type DraftItem, type ItemKind } from '../../rules/questionnaires/draft-schema.ts';
import { withKind } from '../../rules/questionnaires/edit-draft.ts';
import { KindFields } from './KindFields.tsx';
import { ShowIfFields } from './ShowIfFields.tsx';
import { conditionWords } from './words.ts';
import planning from '../planning/planning.module.css';
import styles from './questionnaires.module.css';

interface Props {
  items: readonly DraftItem[];
  index: number;
  findings: readonly PackFinding[];
  open: boolean;
  readOnly: boolean;
  onToggle: () => void;
  onChange: (next: DraftItem) => void;
  onMove: (to: number) => void;
  onCopy: () => void;
  onRemove: () => void;
}

/** One question of a draft: what it asks and when, and its fields while it is open. */
export function ItemCard({ items, index, findings, open, readOnly, onToggle, ...acts }: Props) {
  const { t } = useTranslation();
  const item = items[index];
  if (!item) return null;
  const when = conditionWords(t, items, index);
  const title = item.text.trim() === '' ? t('questionnaires.noText') : item.text;
  const { onMove, onCopy, onRemove, onChange } = acts;
  const act = (label: string, icon: React.ReactNode, onClick: () => void, disabled = false) => (
    <Tooltip title={label}>
      <Button type="text" icon={icon} aria-label={label} disabled={disabled} onClick={onClick} />
    </Tooltip>
  );
  return (
    <li
      className={styles.item}
      data-wrong={findings.length > 0}
      aria-label={t('questionnaires.itemNo', { no: index + 1 })}
    >
      <div className={styles.head}>
        <h2 className={styles.title}>
          <span>{index + 1}.</span>
          <span>{title}</span>
        </h2>
        <span className={planning.quiet}>{t(`questionnaires.kinds.${item.kind}`)}</span>
      </div>
      {when !== undefined && <p className={planning.quiet}>{when}</p>}
      {!open && 'options' in item && (item.kind === 'single' || item.kind === 'multiple') && (
        <p className={planning.quiet}>{item.options?.map(({ label }) => label).join(' / ')}</p>
      )}
      {findings.map(({ reason, fix }, i) => (
        <p key={i} className={styles.wrong}>
          {reason}。{fix}
        </p>
      ))}
      {!readOnly && (
        <Space wrap size={0}>
          <Button type="link" icon={<EditOutlined aria-hidden />} aria-expanded={open} onClick={onToggle}>
            {t(open ? 'questionnaires.doneItem' : 'questionnaires.editItem')}
          </Button>
          {act(t('questionnaires.up'), <ArrowUpOutlined aria-hidden />, () => onMove(index - 1), index === 0)}
          {act(
            t('questionnaires.down'),
            <ArrowDownOutlined aria-hidden />,
            () => onMove(index + 1),
            index === items.length - 1,
          )}
          {act(t('questionnaires.copyItem'), <CopyOutlined aria-hidden />, onCopy)}
          {act(t('questionnaires.removeItem'), <DeleteOutlined aria-hidden />, onRemove)}
        </Space>
      )}
      {open && !readOnly && <ItemFields item={item} earlier={items.slice(0, index)} onChange={onChange} />}
    </li>
  );
}

interface FieldsProps {
  item: DraftItem;
  earlier: readonly DraftItem[];
  onChange: (next: DraftItem) => void;
}

function ItemFields({ item, earlier, onChange }: FieldsProps) {
  const { t } = useTranslation();
  const { id } = item;
  return (
    <div className={planning.form}>
      <div className={styles.field}>
        <label htmlFor={`${id}-text`}>{t('questionnaires.text')}</label>
        <Input.TextArea
          id={`${id}-text`}
          autoSize={{ minRows: 1, maxRows: 6 }}
          maxLength={500}
          value={item.text}
          onChange={({ target }) => onChange({ ...item, text: target.value })}
        />
      </div>
      <div className={styles.fields}>
        <div className={styles.field}>
          <label htmlFor={`${id}-kind`}>{t('questionnaires.kind')}</label>
          <Select
            id={`${id}-kind`}
            value={item.kind}
            options={ITEM_KINDS.map((value) => ({ value, label: t(`questionnaires.kinds.${value}`) }))}
            onChange={(kind: ItemKind) => onChange(withKind(item, kind))}
          />
        </div>
        <div className={styles.field}>
          <label htmlFor={`${id}-help`}>{t('questionnaires.help')}</label>
          <Input
            id={`${id}-help`}
            maxLength={300}
            value={item.help ?? ''}
            onChange={({ target }) => onChange({ ...item, help: target.value })}
          />
        </div>
      </div>
      <KindFields item={item} onChange={onChange} />
      <Checkbox
        checked={item.optional === true}
        onChange={({ target }) => onChange({ ...item, optional: target.checked })}
      >
        {t('questionnaires.optional')}
      </Checkbox>
      <ShowIfFields item={item} earlier={earlier} onChange={onChange} />
    </div>
  );
}
