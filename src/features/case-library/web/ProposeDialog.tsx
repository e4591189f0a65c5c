import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ConfirmDialog } from '../../../platform/crud/web/acts/ConfirmDialog.tsx';
import type { RowsDialogProps } from '../../../platform/feature/web/row-extra.ts';
import { call } from '../../../platform/http/web/call.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { proposeCase } from '../contract.ts';
import { caseLibrary } from './texts.zh.ts';

provideTexts({ caseLibrary });

/** Makes a draft of a closed case and opens it. */
export function ProposeDialog({ onDone, ...props }: RowsDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const made = useRef('');
  const run = async ([id = '']: string[]) => {
    made.current = (await call(proposeCase, { body: { case_id: id } }, { quiet: true })).library_id;
  };
  return (
    <ConfirmDialog
      {...props}
      title={t('libraryActs.propose')}
      text={t('caseLibrary.propose.text')}
      verb={() => t('caseLibrary.propose.verb')}
      done={() => t('caseLibrary.propose.done')}
      run={run}
      onDone={(ids) => {
        onDone(ids);
        void navigate(`/case-library/${made.current}`);
      }}
    />
  );
}
