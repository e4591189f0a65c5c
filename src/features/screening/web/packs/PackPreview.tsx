import { Alert, Tabs } from 'antd';
import { useTranslation } from 'react-i18next';
import type { DataOf } from '../../../../platform/contract/endpoint.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import type { checkPack } from '../../contract/packs.ts';
import { Bands } from '../planning/Bands.tsx';
import { ScaleItems } from '../planning/ScaleItems.tsx';
import { WordingNote } from '../planning/WordingNote.tsx';
import { StudentView } from './StudentView.tsx';
import planning from '../planning/planning.module.css';
import styles from './packs.module.css';

export type CheckedPack = NonNullable<DataOf<typeof checkPack>['pack']>;

const SIGNATURES = ['unsigned', 'unknown', 'valid'] as const;

/** What a file without findings would install: its origin, what it replaces, and both views of it. */
export function PackPreview({ pack }: { pack: CheckedPack }) {
  const { t } = useTranslation();
  const { detail, sheet, replaces } = pack;
  const signature = SIGNATURES.find((each) => each === pack.signature) ?? 'unsigned';
  return (
    <section className={planning.card} aria-labelledby="pack-preview">
      <h2 id="pack-preview" className={planning.heading}>
        {detail.title}
      </h2>
      <p className={planning.quiet}>
        {[
          t('exams.version', { version: detail.version }),
          detail.item_count === 0 ? t('exams.noItems') : t('exams.itemsOf', { count: detail.item_count }),
          ...(detail.ages ? [t('exams.ages', { from: detail.ages.from })] : []),
        ].join('，')}
      </p>
      <div>
        <StatusTag tone={signature === 'valid' ? 'done' : 'yellow'}>
          {t(`packs.signatures.${signature}`, { by: pack.signed_by ?? '' })}
        </StatusTag>
      </div>
      <p>
        {replaces === undefined
          ? t('packs.isNew')
          : t(
              replaces.wording === 'unofficial' && detail.wording === 'authorised'
                ? 'packs.replacesUnofficial'
                : 'packs.replaces',
              { version: replaces.version },
            )}
      </p>
      {detail.sensitive && <Alert type="warning" showIcon message={t('packs.sensitive')} />}
      <Tabs
        items={[
          {
            key: 'staff',
            label: t('packs.staffView'),
            children: (
              <div className={planning.form}>
                <p>{detail.about}</p>
                <WordingNote wording={detail.wording} authorisedText={detail.authorised_text} />
                {detail.items.length > 0 && <ScaleItems items={detail.items} />}
                <Bands dimensions={detail.dimensions} />
              </div>
            ),
          },
          {
            key: 'student',
            label: t('packs.studentView'),
            children: sheet ? (
              <StudentView scale={sheet} label={t('packs.studentView')} />
            ) : (
              <p className={styles.field}>{t('packs.noStudentView')}</p>
            ),
          },
        ]}
      />
    </section>
  );
}
