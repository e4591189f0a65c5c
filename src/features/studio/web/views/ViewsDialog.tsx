import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import type { ResourceView } from '../../../../platform/schema/views.ts';
import { newView, withViews } from './draft-views.ts';
import { studioViews } from './texts.zh.ts';
import { VIEW_TITLE_MAX, ViewCard } from './ViewCard.tsx';
import styles from '../states/states.module.css';
import formStyles from '../studio.module.css';

provideTexts({ studioViews });

const WIDTH = 760;
const VIEWS_MAX = 8;
const NONE: readonly ResourceView[] = [];

interface Props {
  open: boolean;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

/** The views of a list besides the table. The result goes into the draft. */
export function ViewsDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, schema, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [views, setViews] = useState(schema['x-resource'].views ?? NONE);
  const [submitted, setSubmitted] = useState(false);
  const isNamed = ({ title }: ResourceView, i: number) =>
    title.trim() !== '' && views.findIndex((one) => one.title.trim() === title.trim()) === i;
  const isComplete = views.every((view, i) => isNamed(view, i) && (view.kind === 'cards' || view.by !== undefined));
  const done = () => {
    setSubmitted(true);
    if (!isComplete) return;
    onDone(
      withViews(
        schema,
        views.map((view) => ({ ...view, title: view.title.trim() })),
      ),
    );
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={t('studioViews.open')}
      width={WIDTH}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={formStyles.form}>
        <p className={formStyles.hint}>{t('studioViews.about')}</p>
        <ul className={styles.cards}>
          {views.map((view, i) => (
            <ViewCard
              key={view.key}
              n={i + 1}
              view={view}
              schema={schema}
              problem={submitted && !isNamed(view, i) ? t('studioViews.titleRule', { max: VIEW_TITLE_MAX }) : undefined}
              onChange={(next) => setViews(views.toSpliced(i, 1, ...(next ? [next] : [])))}
            />
          ))}
        </ul>
        <Button
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden />}
          disabled={views.length >= VIEWS_MAX}
          onClick={() => setViews([...views, newView(views)])}
        >
          {t('studioViews.add')}
        </Button>
      </div>
    </Sheet>
  );
}
