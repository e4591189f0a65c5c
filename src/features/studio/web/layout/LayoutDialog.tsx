import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { COLUMNS, type Columns } from '../../../../platform/schema/layout.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { FieldRow } from '../FieldRow.tsx';
import { columnsOf, groupsOf, tabsOf, withLayout, type DraftTab } from './draft-layout.ts';
import { TAB_TITLE_MAX, TabCard } from './TabCard.tsx';
import { studioLayout } from './texts.zh.ts';
import styles from '../states/states.module.css';
import formStyles from '../studio.module.css';

provideTexts({ studioLayout });

const WIDTH = 760;
const TABS_MAX = 8;

interface Props {
  open: boolean;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

/** The tabs of forms and details, and the columns of their groups. The result goes into the draft. */
export function LayoutDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, schema, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [tabs, setTabs] = useState(() => tabsOf(schema));
  const [columns, setColumns] = useState(() => columnsOf(schema));
  const [submitted, setSubmitted] = useState(false);
  const isNamed = ({ title }: DraftTab, i: number) =>
    title.trim() !== '' && tabs.findIndex((one) => one.title.trim() === title.trim()) === i;
  const rest = groupsOf(schema).filter((group) => !tabs.some(({ groups }) => groups.includes(group)));
  const isComplete = tabs.length !== 1 && tabs.every((tab, i) => isNamed(tab, i) && tab.groups.length > 0);
  const done = () => {
    setSubmitted(true);
    if (!isComplete) return;
    onDone(withLayout(schema, tabs, columns));
    onClose();
  };
  const add = () => setTabs([...tabs, { key: Math.max(-1, ...tabs.map(({ key }) => key)) + 1, title: '', groups: [] }]);
  const move = (from: number, to: number) => {
    const tab = tabs[from];
    if (tab) setTabs(tabs.toSpliced(from, 1).toSpliced(to, 0, tab));
  };
  return (
    <Sheet
      open={open}
      title={t('studioLayout.open')}
      width={WIDTH}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={formStyles.form}>
        <p className={formStyles.hint}>{t('studioLayout.about')}</p>
        <h3 className={formStyles.heading}>{t('studioLayout.tabs')}</h3>
        <ul className={styles.cards}>
          {tabs.map((tab, i) => (
            <TabCard
              key={tab.key}
              n={i + 1}
              tab={tab}
              free={rest}
              problems={{
                title: submitted && !isNamed(tab, i) ? t('studioLayout.titleRule', { max: TAB_TITLE_MAX }) : undefined,
                groups: submitted && tab.groups.length === 0 ? t('studioLayout.groupsRule') : undefined,
              }}
              moves={{
                earlier: i > 0 ? () => move(i, i - 1) : undefined,
                later: i < tabs.length - 1 ? () => move(i, i + 1) : undefined,
              }}
              onChange={(next) => setTabs(tabs.toSpliced(i, 1, ...(next ? [next] : [])))}
            />
          ))}
        </ul>
        {submitted && tabs.length === 1 && (
          <p className={formStyles.wrong} role="alert">
            {t('studioLayout.twoRule')}
          </p>
        )}
        {tabs.length > 0 && rest.length > 0 && (
          <p className={formStyles.hint}>{t('studioLayout.rest', { groups: rest.join('、') })}</p>
        )}
        <Button
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden />}
          disabled={tabs.length >= TABS_MAX}
          onClick={add}
        >
          {t('studioLayout.add')}
        </Button>
        <h3 className={formStyles.heading}>{t('studioLayout.columns')}</h3>
        <p className={formStyles.hint}>{t('studioLayout.columnsHint')}</p>
        {[...columns].map(([group, count], i) => (
          <FieldRow key={group} id={`layout-columns-${i}`} label={group}>
            <Segmented<Columns>
              id={`layout-columns-${i}`}
              aria-label={group}
              value={count}
              options={COLUMNS.map((n) => ({ value: n, label: t('studioLayout.columnsOf', { n }) }))}
              onChange={(next) => setColumns(new Map(columns).set(group, next))}
            />
          </FieldRow>
        ))}
      </div>
    </Sheet>
  );
}
