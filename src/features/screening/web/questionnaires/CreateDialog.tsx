import { Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { createQuestionnaire } from '../../contract/questionnaires.ts';
import { useAct } from '../use-act.ts';
import planning from '../planning/planning.module.css';

/** Asks for the name of a new questionnaire. */
export function CreateDialog({ onClose, onCreated }: { onClose: () => void; onCreated: (scaleId: string) => void }) {
  const { t } = useTranslation();
  const [title, setTitle] = useState('');
  const { busy, run } = useAct();
  const create = () =>
    run(() => call(createQuestionnaire, { body: { title: title.trim() } }, { quiet: true }), {
      onDone: ({ scale_id: id }) => onCreated(id),
    });
  return (
    <Sheet
      open
      small
      title={t('questionnaires.createTitle')}
      onClose={onClose}
      act={{
        label: t('questionnaires.createVerb'),
        busy,
        disabled: title.trim() === '',
        form: 'questionnaire-create',
      }}
    >
      <form
        id="questionnaire-create"
        className={planning.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (title.trim() !== '') void create();
        }}
      >
        <div>
          <label htmlFor="questionnaire-name">{t('questionnaires.name')}</label>
          <Input
            id="questionnaire-name"
            autoFocus
            maxLength={60}
            value={title}
            onChange={({ target }) => setTitle(target.value)}
          />
        </div>
      </form>
    </Sheet>
  );
}
