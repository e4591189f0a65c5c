import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../../platform/crud/web/acts/save-file.ts';
import { call } from '../../../../platform/http/web/call.ts';
import type { JsonObject } from '../../../../platform/schema/json.ts';
import { studioPrint } from '../../contract.ts';
import { RowTrial } from '../RowTrial.tsx';

interface Props {
  entity: string;
  template: string;
  /** The draft with the template as it is now. */
  overlay: () => JsonObject;
}

/** Prints a row by the template of the draft. */
export function PrintPreview({ entity, template, overlay }: Props) {
  const { t } = useTranslation();
  return (
    <RowTrial
      entity={entity}
      label={t('studioPrints.row')}
      act={t('studioPrints.preview')}
      hint={t('studioPrints.previewHint')}
      onTry={async (id) => {
        const body = { overlay: overlay(), key: template, id };
        saveFile(await call(studioPrint, { params: { entity }, body }, { quiet: true }), 'preview.pdf');
      }}
    />
  );
}
