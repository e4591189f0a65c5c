import { ExportOutlined, InboxOutlined } from '@ant-design/icons';
import { Alert, Button, Checkbox, Skeleton, Upload } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../../platform/crud/web/Sheet.tsx';
import { useOnce } from '../../../../platform/crud/web/use-once.ts';
import { ApiError } from '../../../../platform/http/web/api-error.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { isCancelled } from '../../../../platform/ui/web/failure.ts';
import { FailureAlert } from '../FailureAlert.tsx';
import { losesValues } from '../Impacts.tsx';
import { NoteField } from '../NoteField.tsx';
import { PlanItems } from './PlanItems.tsx';
import { schemaPackage } from './texts.zh.ts';
import { usePackage, useSavePackage } from './use-package.ts';
import styles from '../studio.module.css';

provideTexts({ schemaPackage });

interface Props {
  open: boolean;
  /** Whether the person may apply a package. */
  mayApply: boolean;
  onClose: () => void;
}

/** The organisation's schemas as one file: saved, or compared and applied. */
export const PackageDialog = ({ open, ...rest }: Props) => <Content key={String(open)} open={open} {...rest} />;

function Content({ open, mayApply, onClose }: Props) {
  const { t } = useTranslation();
  const saving = useSavePackage();
  const { chosen, wrongFile, comparing, applying, compare, choose } = usePackage(onClose);
  const [note, setNote] = useState('');
  const plan = comparing.data;
  const items = plan?.items ?? [];
  const refused = items.filter(({ kind }) => kind === 'refused').length;
  const apply = useOnce(() =>
    chosen && plan ? applying.mutateAsync({ ...chosen, seen: plan.seen, note }) : Promise.resolve(),
  );
  const failure = [applying.error, comparing.error].find((error) => error !== null && !isCancelled(error));
  const isOutdated = applying.error instanceof ApiError && applying.error.status === 409;
  const canApply = items.length > 0 && refused === 0 && !comparing.isPending && !isOutdated;
  const drop = {
    accept: '.json,application/json',
    showUploadList: false,
    beforeUpload: (file: File) => {
      void choose(file);
      return false;
    },
  };
  return (
    <Sheet
      open={open}
      title={t('schemaPackage.title')}
      width={680}
      onClose={onClose}
      act={
        canApply
          ? {
              label: t('schemaPackage.apply', { count: items.length }),
              danger: items.some(({ kind, impact }) => kind === 'remove' || losesValues(impact)),
              busy: applying.isPending,
              onClick: apply,
            }
          : undefined
      }
    >
      <p className={styles.hint}>{t('schemaPackage.about')}</p>
      <div className={styles.packageActs}>
        <Button icon={<ExportOutlined aria-hidden />} loading={saving.isPending} onClick={() => saving.mutate()}>
          {t('schemaPackage.save')}
        </Button>
        {chosen && (
          <>
            <Upload {...drop}>
              <Button>{t('schemaPackage.another')}</Button>
            </Upload>
            <span className={styles.fileName}>{chosen.name}</span>
          </>
        )}
      </div>
      {mayApply && !chosen && (
        <Upload.Dragger {...drop} aria-label={t('schemaPackage.choose')}>
          <p>
            <InboxOutlined aria-hidden className={styles.dropIcon} />
          </p>
          <p>{t('schemaPackage.drop')}</p>
          <p className={styles.hint}>{t('schemaPackage.dropHint')}</p>
        </Upload.Dragger>
      )}
      {wrongFile !== undefined && (
        <Alert type="error" showIcon role="alert" className={styles.alert} message={wrongFile} />
      )}
      {comparing.isPending && (
        <div aria-label={t('schemaPackage.comparing')} role="status">
          <Skeleton active title={false} paragraph={{ rows: 4 }} />
        </div>
      )}
      {chosen && plan && !comparing.isPending && (
        <>
          {items.length === 0 ? (
            <Alert type="success" showIcon className={styles.alert} message={t('schemaPackage.equal')} />
          ) : (
            <>
              <h3 className={styles.heading} role="status">
                {refused > 0
                  ? t('schemaPackage.refusedCount', { count: refused })
                  : t('schemaPackage.summary', { count: items.length })}
              </h3>
              <PlanItems key={plan.seen} items={items} />
            </>
          )}
          {plan.skipped.length > 0 && (
            <p className={styles.hint}>{t('schemaPackage.skipped', { titles: plan.skipped.join('、') })}</p>
          )}
          {plan.kept.length > 0 && (
            <p className={styles.hint}>{t('schemaPackage.kept', { titles: plan.kept.join('、') })}</p>
          )}
          {(plan.kept.length > 0 || chosen.exact) && (
            <Checkbox checked={chosen.exact} onChange={({ target }) => compare({ ...chosen, exact: target.checked })}>
              {t('schemaPackage.exact')}
            </Checkbox>
          )}
          {canApply && (
            <>
              <NoteField value={note} onChange={setNote} />
            </>
          )}
        </>
      )}
      {failure && (
        <FailureAlert
          error={failure}
          action={
            chosen && (
              <Button size="small" onClick={() => compare(chosen)}>
                {t('schemaPackage.again')}
              </Button>
            )
          }
        />
      )}
    </Sheet>
  );
}
