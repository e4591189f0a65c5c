import { PlusOutlined } from '@ant-design/icons';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import type { Automation } from '../../../../platform/schema/automations.ts';
import type { EntitySchema } from '../../../../platform/schema/types.ts';
import { overlayOf } from '../draft.ts';
import type { Subject } from '../use-studio.ts';
import { AutomationCard } from './AutomationCard.tsx';
import { isComplete, newAutomation, withAutomations } from './draft-automations.ts';
import { RunList } from './RunList.tsx';
import { studioAutomations } from './texts.zh.ts';
import { TryRun } from './TryRun.tsx';
import styles from '../states/states.module.css';
import formStyles from '../studio.module.css';

provideTexts({ studioAutomations });

const WIDTH = 860;
const OF_RESOURCE = 20;
const NONE: readonly Automation[] = [];

interface Props {
  open: boolean;
  subject: Pick<Subject, 'entity' | 'ground' | 'readers'>;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  onDone: (next: EntitySchema) => void;
}

/** The automations of a resource, and their last runs. The settings go into the draft. */
export function AutomationsDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, subject, schema, onClose, onDone }: Props) {
  const { t } = useTranslation();
  const [automations, setAutomations] = useState(schema['x-resource'].automations ?? NONE);
  const [submitted, setSubmitted] = useState(false);
  const [tab, setTab] = useState<'settings' | 'runs'>('settings');
  const done = () => {
    setSubmitted(true);
    if (!automations.every((one) => isComplete(schema, one))) return;
    onDone(
      withAutomations(
        schema,
        automations.map((one) => ({ ...one, title: one.title.trim() })),
      ),
    );
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={t('studioAutomations.open')}
      width={WIDTH}
      onClose={onClose}
      {...(tab === 'settings' && { act: { label: t('studio.toDraft'), busy: false, onClick: done } })}
    >
      <div className={formStyles.form}>
        <Segmented<'settings' | 'runs'>
          aria-label={t('studioAutomations.open')}
          value={tab}
          options={(['settings', 'runs'] as const).map((value) => ({ value, label: t(`studioAutomations.${value}`) }))}
          onChange={setTab}
        />
        {tab === 'runs' ? (
          <RunList entity={subject.entity} />
        ) : (
          <>
            <p className={formStyles.hint}>{t('studioAutomations.about')}</p>
            <ul className={styles.cards}>
              {automations.map((automation, i) => (
                <AutomationCard
                  key={automation.key}
                  n={i + 1}
                  automation={automation}
                  schema={schema}
                  readers={subject.readers}
                  submitted={submitted}
                  trying={
                    <TryRun
                      entity={subject.entity}
                      automation={automation.key}
                      overlay={() => overlayOf(subject.ground, withAutomations(schema, automations))}
                    />
                  }
                  onChange={(next) => setAutomations(automations.toSpliced(i, 1, ...(next ? [next] : [])))}
                />
              ))}
            </ul>
            <Button
              type="dashed"
              block
              icon={<PlusOutlined aria-hidden />}
              disabled={automations.length >= OF_RESOURCE}
              onClick={() => setAutomations([...automations, newAutomation(automations)])}
            >
              {t('studioAutomations.add')}
            </Button>
          </>
        )}
      </div>
    </Sheet>
  );
}
