import { PrinterOutlined } from '@ant-design/icons';
import { useMutation } from '@tanstack/react-query';
import { App, Button, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { call } from '../../../http/web/call.ts';
import { printRow } from '../../../resources/contract/prints.ts';
import type { PrintTemplate } from '../../../schema/print-templates.ts';
import { failureOf, isCancelled } from '../../../ui/web/failure.ts';
import { saveFile } from '../acts/save-file.ts';
import { useOnce } from '../use-once.ts';
import styles from './show.module.css';

interface Props {
  entity: string;
  id: string;
  prints: readonly PrintTemplate[];
}

/** Prints a row by a template of its resource, as a PDF that the browser saves. */
export function RowPrints({ entity, id, prints }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ key }: PrintTemplate) => call(printRow, { params: { entity, key, id } }),
    onSuccess: (file, { title }) => {
      saveFile(file, `${title}.pdf`);
      void message.success(t('crud.exported'));
    },
    onError: (error) => {
      if (!isCancelled(error)) void message.error(t('crud.exportFailed', { reason: failureOf(error).message }));
    },
  });
  const print = useOnce(mutateAsync);
  const [first, ...others] = prints;
  if (!first) return null;
  const button = (
    <Button
      icon={<PrinterOutlined aria-hidden />}
      loading={isPending}
      {...(others.length === 0 && { onClick: () => print(first) })}
    >
      {t('show.print')}
    </Button>
  );
  return (
    <div className={styles.prints}>
      {others.length === 0 ? (
        button
      ) : (
        <Dropdown
          trigger={['click']}
          menu={{ items: prints.map((one) => ({ key: one.key, label: one.title, onClick: () => print(one) })) }}
        >
          {button}
        </Dropdown>
      )}
    </div>
  );
}
