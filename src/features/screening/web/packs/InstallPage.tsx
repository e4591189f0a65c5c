import { InboxOutlined } from '@ant-design/icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Spin, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { failureOf, isCancelled } from '../../../../platform/ui/web/failure.ts';
import { PageTitle } from '../../../../platform/ui/web/PageTitle.tsx';
import { sizeText } from '../../../../platform/ui/web/size-text.ts';
import { checkPack, installPack, PACK_FILE_MAX } from '../../contract/packs.ts';
import { exams } from '../planning/texts.zh.ts';
import { DeclareForm, type Declaration } from './DeclareForm.tsx';
import { PackFindings } from './PackFindings.tsx';
import { PackPreview } from './PackPreview.tsx';
import { packs } from './texts.zh.ts';
import page from '../../../../platform/crud/web/page.module.css';
import planning from '../planning/planning.module.css';
import styles from './packs.module.css';

provideTexts({ exams, packs });

/** /exam/install-scale: a licensed pack file is checked, previewed, declared and installed. */
export function InstallPage() {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const navigate = useNavigate();
  const client = useQueryClient();
  const [tooLarge, setTooLarge] = useState<string>();
  const checking = useMutation({
    mutationFn: async (file: File) => {
      const text = await file.text();
      return { name: file.name, text, ...(await call(checkPack, { body: { file: text } }, { quiet: true })) };
    },
    gcTime: 0,
  });
  const installing = useMutation({
    mutationFn: (body: Declaration & { file: string }) => call(installPack, { body }, { quiet: true }),
    onSuccess: ({ scale_id: id, version }) => {
      void message.success(t('packs.installed', { version }));
      for (const queryKey of [['screening-scales'], ['screening-scale', id]])
        void client.invalidateQueries({ queryKey });
      void navigate(`/exam/scales/${id}`);
    },
    gcTime: 0,
  });
  const check = useOnce(async (file: File) => {
    const large = file.size > PACK_FILE_MAX;
    const sizes = { size: sizeText(file.size), max: sizeText(PACK_FILE_MAX) };
    setTooLarge(large ? t('packs.tooLarge', sizes) : undefined);
    checking.reset();
    installing.reset();
    if (!large) await checking.mutateAsync(file);
  });
  const install = useOnce((body: Declaration & { file: string }) => installing.mutateAsync(body));
  const checked = checking.data;
  const failure = checking.error && !isCancelled(checking.error) ? failureOf(checking.error) : undefined;
  const refused = installing.error && !isCancelled(installing.error) ? failureOf(installing.error) : undefined;
  const choose = (file: File) => {
    check(file);
    return false;
  };
  return (
    <div className={page.page}>
      <PageTitle title={t('page.installPack.title')} about={t('page.installPack.about')} />
      <section className={planning.card} aria-label={t('packs.file')}>
        {checked ? (
          <div className={styles.row}>
            <strong>{checked.name}</strong>
            <Upload accept=".json,application/json" showUploadList={false} beforeUpload={choose}>
              <Button>{t('packs.another')}</Button>
            </Upload>
          </div>
        ) : (
          <Upload.Dragger
            accept=".json,application/json"
            showUploadList={false}
            disabled={checking.isPending}
            beforeUpload={choose}
          >
            {checking.isPending ? (
              <p role="status">
                <Spin size="small" /> {t('packs.checking')}
              </p>
            ) : (
              <>
                <p className="ant-upload-drag-icon">
                  <InboxOutlined aria-hidden />
                </p>
                <p>{t('packs.drop')}</p>
              </>
            )}
            <p className={planning.quiet}>{t('packs.dropText', { size: sizeText(PACK_FILE_MAX) })}</p>
          </Upload.Dragger>
        )}
        {tooLarge !== undefined && <Alert type="error" showIcon role="alert" message={tooLarge} />}
        {failure && (
          <Alert type="error" showIcon role="alert" message={t('packs.checkFailed', { reason: failure.message })} />
        )}
      </section>
      {checked && checked.findings.length > 0 && (
        <PackFindings file={checked.name} findings={checked.findings} more={checked.more} />
      )}
      {checked?.pack && (
        <>
          <PackPreview key={checked.pack.checksum} pack={checked.pack} />
          <DeclareForm
            busy={installing.isPending}
            error={refused && [refused.message, ...refused.details.map((each) => each.message)].join('；')}
            onSubmit={(declaration) => install({ ...declaration, file: checked.text })}
          />
        </>
      )}
    </div>
  );
}
