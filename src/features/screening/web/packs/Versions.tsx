import { useQuery } from '@tanstack/react-query';
import { App, Button, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../../platform/crud/web/list/states.tsx';
import { call } from '../../../../platform/http/web/call.ts';
import { provideTexts } from '../../../../platform/i18n/web/texts.ts';
import { useMay } from '../../../../platform/refine/web/use-may.ts';
import { dateText } from '../../../../platform/ui/web/date-text.ts';
import { StatusTag } from '../../../../platform/ui/web/StatusTag.tsx';
import { packVersions, removePack, type PackVersion } from '../../contract/packs.ts';
import { useAct } from '../use-act.ts';
import { packs } from './texts.zh.ts';
import planning from '../planning/planning.module.css';
import styles from './packs.module.css';

provideTexts({ packs });

const ORIGINS = ['product', 'file', 'installed'] as const;
const WORDINGS = ['unofficial', 'authorised', 'none'] as const;
const SIGNATURES = ['unsigned', 'unknown', 'valid'] as const;

interface Props {
  scaleId: string;
  onChanged: () => void;
}

/** The versions of a pack side by side, with the declarations of their licences. */
export function Versions({ scaleId, onChanged }: Props) {
  const { t } = useTranslation();
  const { data, error, refetch } = useQuery({
    queryKey: ['screening-pack-versions', scaleId],
    queryFn: ({ signal }) => call(packVersions, { params: { scale_id: scaleId } }, { signal, quiet: true }),
    gcTime: 0,
  });
  const changed = () => {
    void refetch();
    onChanged();
  };
  return (
    <section className={planning.card} aria-labelledby="pack-versions">
      <h2 id="pack-versions" className={planning.heading}>
        {t('packs.versions')}
      </h2>
      <p className={planning.quiet}>{t('packs.versionsHelp')}</p>
      {error ? (
        <FailedState error={error} onRetry={() => void refetch()} />
      ) : data === undefined ? (
        <Skeleton active />
      ) : (
        <ul className={styles.versions}>
          {data.items.map((one) => (
            <Version key={`${one.origin} ${one.version}`} {...{ scaleId, one }} onRemoved={changed} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Version({ scaleId, one, onRemoved }: { scaleId: string; one: PackVersion; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const mayRemove = useMay('screening/pack', 'remove');
  const { version } = one;
  const origin = ORIGINS.find((each) => each === one.origin) ?? 'installed';
  const wording = WORDINGS.find((each) => each === one.wording) ?? 'none';
  const signature = SIGNATURES.find((each) => each === one.signature);
  const { busy, run } = useAct();
  const remove = () =>
    run(() => call(removePack, { params: { scale_id: scaleId, version } }, { quiet: true }), {
      done: () => t('packs.removed', { version }),
      onDone: onRemoved,
    });
  return (
    <li className={styles.version}>
      <div className={styles.row}>
        <span>
          <strong>{version}</strong> {one.current && <StatusTag tone="done">{t('packs.current')}</StatusTag>}
        </span>
        {mayRemove && origin === 'installed' && (
          <Button
            size="small"
            loading={busy}
            onClick={() =>
              modal.confirm({
                title: t('packs.removeTitle', { version }),
                content: t('packs.removeText'),
                okText: t('packs.removeVerb'),
                okButtonProps: { danger: true },
                onOk: remove,
              })
            }
          >
            {t('packs.remove')}
          </Button>
        )}
      </div>
      <span className={planning.quiet}>
        {[
          t(`packs.origins.${origin}`),
          t(`packs.wordings.${wording}`),
          t('packs.plans', { count: one.plans }),
          ...(one.installed_at === undefined
            ? []
            : [t('packs.installedBy', { name: one.installed_by_name ?? '', at: dateText(one.installed_at) })]),
        ].join('，')}
      </span>
      {one.declared_by !== undefined && (
        <span>{t('packs.declared', { name: one.declared_by, statement: one.statement ?? '' })}</span>
      )}
      {signature !== undefined && (
        <span className={planning.quiet}>{t(`packs.signatures.${signature}`, { by: one.signed_by ?? '' })}</span>
      )}
    </li>
  );
}
