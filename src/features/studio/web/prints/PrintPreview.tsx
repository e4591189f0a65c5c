import { useMutation } from '@tanstack/react-query';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { JsonObject } from '../../../../platform/schema/json.ts';
import { failureOf } from '../../../../platform/ui/web/failure.ts';
import { studioPrint } from '../../contract.ts';
import { RowChoice } from '../automations/RowChoice.tsx';
import own from '../automations/automations.module.css';

interface Props {
  entity: string;
  template: string;
  /** The draft with the template as it is now. */
  overlay: () => JsonObject;
}

/** Prints a row by the template of the draft. */
export function PrintPreview({ entity, template, overlay }: Props) {
  const { t } = useTranslation();
  const [id, setId] = useState<string>();
  const printing = useMutation({
    mutationFn: (row: string) =>
      call(studioPrint, { params: { entity }, body: { overlay: overlay(), key: template, id: row } }, { quiet: true }),
    onSuccess: (file) => saveFile(file, 'preview.pdf'),
  });
  const failure = printing.isError ? failureOf(printing.error) : undefined;
  return (
    <div className={own.section}>
      <div className={own.inline}>
        <RowChoice entity={entity} label={t('studioPrints.row')} value={id} onChange={setId} />
        <Button
          disabled={id === undefined}
          loading={printing.isPending}
          onClick={() => id !== undefined && printing.mutate(id)}
        >
          {t('studioPrints.preview')}
        </Button>
        <span className={own.quiet}>{t('studioPrints.previewHint')}</span>
      </div>
      {failure && (
        <Alert
          type="error"
          showIcon
          role="alert"
          message={[failure.message, ...failure.details.map(({ message }) => message)]
            .filter((text, i, all) => all.indexOf(text) === i)
            .join('；')}
        />
      )}
    </div>
  );
}
