import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import type { PrintTemplate } from '../../../../platform/schema/print-templates.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { overlayOf } from '../draft.ts';
import type { Subject } from '../use-studio.ts';
import { newTemplate, withPrints } from './draft-prints.ts';
import { PrintCard } from './PrintCard.tsx';
import { PrintPreview } from './PrintPreview.tsx';
import { studioPrints } from './texts.zh.ts';
import styles from '../states/states.module.css';
import formStyles from '../studio.module.css';

provideTexts({ studioPrints });

const WIDTH = 860;
const OF_RESOURCE = 8;
const NONE: readonly PrintTemplate[] = [];

interface Props {
  open: boolean;
  subject: Pick<Subject, 'entity' | 'ground'>;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

/** The print templates of a resource. The result goes into the draft. */
export function PrintsDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, subject, schema, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [prints, setPrints] = useState(schema['x-resource'].prints ?? NONE);
  const [submitted, setSubmitted] = useState(false);
  const isNamed = ({ title }: PrintTemplate, i: number) =>
    title.trim() !== '' && prints.findIndex((one) => one.title.trim() === title.trim()) === i;
  const done = () => {
    setSubmitted(true);
    if (!prints.every((one, i) => isNamed(one, i) && one.fields.length > 0)) return;
    onDone(
      withPrints(
        schema,
        prints.map((one) => ({ ...one, title: one.title.trim() })),
      ),
    );
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={t('studioPrints.open')}
      width={WIDTH}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: false, onClick: done }}
    >
      <div className={formStyles.form}>
        <p className={formStyles.hint}>{t('studioPrints.about')}</p>
        <ul className={styles.cards}>
          {prints.map((template, i) => (
            <PrintCard
              key={template.key}
              n={i + 1}
              template={template}
              schema={schema}
              problems={{
                title: submitted && !isNamed(template, i) ? t('studioPrints.titleRule') : undefined,
                fields: submitted && template.fields.length === 0 ? t('studioPrints.fieldsRule') : undefined,
              }}
              preview={
                <PrintPreview
                  entity={subject.entity}
                  template={template.key}
                  overlay={() => overlayOf(subject.ground, withPrints(schema, prints))}
                />
              }
              onChange={(next) => setPrints(prints.toSpliced(i, 1, ...(next ? [next] : [])))}
            />
          ))}
        </ul>
        <Button
          type="dashed"
          block
          icon={<PlusOutlined aria-hidden />}
          disabled={prints.length >= OF_RESOURCE}
          onClick={() => setPrints([...prints, newTemplate(schema, prints)])}
        >
          {t('studioPrints.add')}
        </Button>
      </div>
    </Sheet>
  );
}
