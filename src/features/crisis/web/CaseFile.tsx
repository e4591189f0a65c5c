import { useMutation } from '@tanstack/react-query';
import { App, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { saveFile } from '../../../platform/crud/web/acts/save-file.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { useMay } from '../../../platform/refine/web/use-may.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { exportCase } from '../contract/cases.ts';

/** Prints the page of a case, or takes the whole case as a PDF. */
export function CaseFile({ caseId }: { caseId: string }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const mayExport = useMay('crisis/case/file', 'export');
  const exporting = useMutation({
    mutationFn: () => call(exportCase, { params: { id: caseId } }, { quiet: true }),
    onSuccess: (file) => {
      saveFile(file, 'case.pdf');
      void message.success(t('cases.exported'));
    },
    onError: (error) => void message.error(t('cases.exportFailed', { reason: failureOf(error).message })),
  });
  const exportOnce = useOnce(() => exporting.mutateAsync());
  return (
    <>
      <Button onClick={() => window.print()}>{t('cases.print')}</Button>
      {mayExport && (
        <Button loading={exporting.isPending} onClick={() => exportOnce()}>
          {t('cases.exportPdf')}
        </Button>
      )}
    </>
  );
}
