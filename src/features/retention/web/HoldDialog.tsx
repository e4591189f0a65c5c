import { useTranslation } from 'react-i18next';
import { ReasonDialog } from '../../../platform/crud/web/ReasonDialog.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { rowId, rowName } from '../../../platform/resources/contract/entity.ts';
import { setHold } from '../contract.ts';
import { retention } from './texts.zh.ts';

provideTexts({ retention });

/** Puts a legal hold on a student. */
export function HoldDialog({ entity: { schema }, rows, onClose, onDone }: RowsDialogProps) {
  const { t } = useTranslation();
  const [row] = useLast(rows) ?? [];
  const id = row ? rowId(schema, row) : '';
  return (
    <ReasonDialog
      open={rows !== undefined}
      title={t('retention.holdTitle', { name: row ? rowName(schema, row) : '' })}
      about={t('retention.holdAbout')}
      verb={t('retention.holdVerb')}
      done={t('retention.holdDone')}
      run={async (reason) => {
        await call(setHold, { body: { child_id: id, reason } }, { quiet: true });
        onDone([id]);
      }}
      onClose={onClose}
    />
  );
}
