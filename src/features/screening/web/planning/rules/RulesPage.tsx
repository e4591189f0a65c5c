import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState, NoData } from '../../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../../platform/refine/web/use-may.ts';
import { CrisisLevelTag } from '../../../../../platform/ui/web/CrisisLevelTag.tsx';
import { PageTitle } from '../../../../../platform/ui/web/PageTitle.tsx';
import { alertRules as endpoint, type Rule } from '../../../contract/rules.ts';
import { alertRules } from '../texts.zh.ts';
import { usePacks } from '../use-packs.ts';
import { levelOf } from './levels.ts';
import { QualityCard } from './QualityCard.tsx';
import { RuleCard } from './RuleCard.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import page from '../../../../../platform/crud/web/page.module.css';
import styles from '../planning.module.css';

provideTexts({ alertRules });

/** /screening/rules: which results raise a warning, and the critical items, which always do. */
export function RulesPage() {
  const { t } = useTranslation();
  const mayWrite = useMay('screening/rules', 'write');
  const [dialog, setDialog] = useState<Rule | 'create'>();
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-rules'],
    queryFn: ({ signal }) => call(endpoint, {}, { signal, quiet: true }),
    gcTime: 0,
  });
  const conditions = (data?.items ?? []).flatMap((rule) => rule.conditions);
  const { packs, loading } = usePacks(conditions.map(({ scale_id }) => scale_id));
  const read = () => void refetch();
  const create = mayWrite ? (
    <Button type="primary" onClick={() => setDialog('create')}>
      {t('alertRules.create')}
    </Button>
  ) : undefined;
  return (
    <div className={page.page}>
      <PageTitle title={t('page.alertRules.title')} about={t('page.alertRules.about')} />
      {error ? (
        <FailedState error={error} onRetry={read} />
      ) : data === undefined || loading ? (
        <Skeleton active paragraph={{ rows: 8 }} />
      ) : (
        <>
          {data.items.length === 0 ? (
            <NoData title={t('alertRules.none')} act={create} />
          ) : (
            create && <div>{create}</div>
          )}
          {data.items.map((rule) => (
            <RuleCard key={rule.rule_id} rule={rule} packs={packs} onEdit={() => setDialog(rule)} onChanged={read} />
          ))}
          <QualityCard />
          {data.critical.length > 0 && (
            <section className={styles.card} aria-labelledby="critical-items">
              <h2 id="critical-items" className={styles.heading}>
                {t('alertRules.critical')}
              </h2>
              <p>{t('alertRules.criticalHelp')}</p>
              <ul className={styles.plain}>
                {data.critical.map(({ scale_id, item_id, title, level }) => (
                  <li key={`${scale_id} ${item_id}`}>
                    {title} <CrisisLevelTag level={levelOf(level)} />
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
      {dialog !== undefined && (
        <RuleDialog
          {...(dialog !== 'create' && { rule: dialog })}
          onClose={() => setDialog(undefined)}
          onSaved={() => {
            setDialog(undefined);
            read();
          }}
        />
      )}
    </div>
  );
}
