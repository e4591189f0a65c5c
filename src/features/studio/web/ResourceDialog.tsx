import { useMutation } from '@tanstack/react-query';
import { Alert, App, Button, Input, Popconfirm } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import type { EntitySchema } from '../../../platform/schema/types.ts';
import { schemasChanged } from '../../../platform/session/web/schemas-changed.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { studioRemove } from '../contract.ts';
import { FieldRow } from './FieldRow.tsx';
import { useStudioReload } from './use-studio.ts';
import styles from './studio.module.css';

const TITLE_MAX = 20;
const HELP_MAX = 200;

interface Props {
  open: boolean;
  /** The schema of the draft. */
  schema: EntitySchema;
  onClose: () => void;
  /** The draft with another title or help. */
  onDone: (next: EntitySchema) => void;
  /** Called before the list of resources is loaded without this one. */
  onRemoved: () => void;
}

/** Title and help of a resource of this school, and its removal. */
export function ResourceDialog({ open, ...rest }: Props) {
  return <Form key={String(open)} open={open} {...rest} />;
}

function Form({ open, schema, onClose, onDone, onRemoved }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const reload = useStudioReload();
  const { help: before } = schema['x-resource'];
  const [title, setTitle] = useState(schema.title);
  const [help, setHelp] = useState(before);
  const problem = title.trim() === '' ? t('studio.titleRule', { max: TITLE_MAX }) : undefined;
  const removing = useMutation({
    mutationFn: () => call(studioRemove, { params: { entity: schema.$id } }, { quiet: true }),
    onSuccess: async () => {
      void message.success(t('studio.resourceRemoved', { title: schema.title }));
      onRemoved();
      schemasChanged.notify();
      onClose();
      await reload();
    },
  });
  const failure = removing.isError && !isCancelled(removing.error) ? failureOf(removing.error) : undefined;
  const done = () => {
    if (problem !== undefined) return;
    if (title.trim() !== schema.title || help !== before)
      onDone({ ...schema, title: title.trim(), 'x-resource': { ...schema['x-resource'], help } });
    onClose();
  };
  return (
    <Sheet
      open={open}
      title={t('studio.resourceSettings')}
      onClose={onClose}
      act={{ label: t('studio.toDraft'), busy: removing.isPending, onClick: done }}
    >
      <div className={styles.form}>
        {failure && <Alert type="error" showIcon role="alert" message={failure.message} />}
        <FieldRow id="studio-resource-title" label={t('studio.resourceTitle')} problem={problem}>
          <Input
            id="studio-resource-title"
            value={title}
            maxLength={TITLE_MAX}
            status={problem === undefined ? '' : 'error'}
            onChange={({ target }) => setTitle(target.value)}
          />
        </FieldRow>
        <FieldRow id="studio-resource-help" label={t('studio.resourceHelp')} hint={t('studio.resourceHelpHint')}>
          <Input
            id="studio-resource-help"
            value={help}
            maxLength={HELP_MAX}
            onChange={({ target }) => setHelp(target.value)}
          />
        </FieldRow>
        <FieldRow id="studio-resource-remove" label={t('studio.removeResource')} hint={t('studio.removeHint')}>
          <Popconfirm
            title={t('studio.removeConfirm', { title: schema.title })}
            okButtonProps={{ danger: true }}
            onConfirm={() => removing.mutate()}
          >
            <Button id="studio-resource-remove" danger loading={removing.isPending}>
              {t('studio.removeResource')}
            </Button>
          </Popconfirm>
        </FieldRow>
      </div>
    </Sheet>
  );
}
