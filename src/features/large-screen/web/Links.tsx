import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Alert, App, Button, Skeleton } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FailedState } from '../../../platform/crud/web/list/states.tsx';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { useLast } from '../../../platform/crud/web/use-last.ts';
import { useOnce } from '../../../platform/crud/web/use-once.ts';
import { call } from '../../../platform/http/web/call.ts';
import { dateText } from '../../../platform/ui/web/date-text.ts';
import { failureOf, isCancelled } from '../../../platform/ui/web/failure.ts';
import { StatusTag } from '../../../platform/ui/web/StatusTag.tsx';
import { revokeScreenLink, screenLinks, type ScreenLink } from '../contract.ts';
import { LINKS_KEY, LinkDialog } from './LinkDialog.tsx';
import styles from './large-screen.module.css';

const TONE = { active: 'done', suspended: 'red', expired: 'yellow', revoked: 'grey' } as const;

/** The links that show the screen without a sign-in. */
export function Links() {
  const { t } = useTranslation();
  const [creating, setCreating] = useState(false);
  const [revoking, setRevoking] = useState<ScreenLink>();
  const links = useQuery({
    queryKey: LINKS_KEY,
    queryFn: ({ signal }) => call(screenLinks, {}, { signal, quiet: true }),
    refetchOnMount: 'always',
  });
  const { data } = links;
  return (
    <section className={styles.links} aria-labelledby="screen-links">
      <div className={styles.linksHead}>
        <div>
          <h2 id="screen-links">{t('largeScreen.links')}</h2>
          <p className={styles.text}>{t('largeScreen.linksAbout')}</p>
        </div>
        <Button type="primary" onClick={() => setCreating(true)}>
          {t('largeScreen.create')}
        </Button>
      </div>
      {links.isPending && <Skeleton active paragraph={{ rows: 2 }} />}
      {data === undefined && links.isError && <FailedState error={links.error} onRetry={() => void links.refetch()} />}
      {data?.total === 0 && <p className={styles.text}>{t('largeScreen.none')}</p>}
      <ul className={styles.list}>
        {data?.items.map((link) => (
          <LinkCard key={link.link_id} link={link} onRevoke={() => setRevoking(link)} />
        ))}
      </ul>
      <LinkDialog open={creating} onClose={() => setCreating(false)} />
      <RevokeDialog link={revoking} onClose={() => setRevoking(undefined)} />
    </section>
  );
}

function LinkCard({ link, onRevoke }: { link: ScreenLink; onRevoke: () => void }) {
  const { t } = useTranslation();
  const { name, state, created_by, last_used_at: used } = link;
  const facts = [
    t('largeScreen.until', { at: dateText(link.expires_at) }),
    used === undefined
      ? t('largeScreen.unused')
      : t('largeScreen.used', { at: dateText(used), address: link.last_address ?? '' }),
    t('largeScreen.made', { name: created_by, at: dateText(link.created_at) }),
  ];
  return (
    <li className={styles.card}>
      <h3>{name}</h3>
      <StatusTag tone={TONE[state]}>{t(`largeScreen.state.${state}`)}</StatusTag>
      {(state === 'active' || state === 'suspended') && (
        <Button
          danger
          className={styles.acts ?? ''}
          aria-label={t('largeScreen.revokeOf', { name })}
          onClick={onRevoke}
        >
          {t('largeScreen.revoke')}
        </Button>
      )}
      <p className={styles.text}>{facts.join(' · ')}</p>
      {state === 'suspended' && <p className={styles.text}>{t('largeScreen.suspended', { name: created_by })}</p>}
    </li>
  );
}

function RevokeDialog({ link, onClose }: { link: ScreenLink | undefined; onClose: () => void }) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const client = useQueryClient();
  const name = useLast(link)?.name ?? '';
  const revoking = useMutation({
    mutationFn: ({ link_id: id }: ScreenLink) => call(revokeScreenLink, { params: { id } }, { quiet: true }),
    onSuccess: (_, revoked) => {
      void message.success(t('largeScreen.revoked', { name: revoked.name }));
      onClose();
    },
    onSettled: () => client.invalidateQueries({ queryKey: LINKS_KEY }),
  });
  const revoke = useOnce(revoking.mutateAsync);
  const close = () => {
    onClose();
    revoking.reset();
  };
  return (
    <Sheet
      open={link !== undefined}
      small
      width={420}
      title={t('largeScreen.revokeOf', { name })}
      onClose={close}
      act={{
        label: t('largeScreen.revoke'),
        danger: true,
        busy: revoking.isPending,
        onClick: () => link && revoke(link),
      }}
    >
      {revoking.isError && !isCancelled(revoking.error) && (
        <Alert type="error" showIcon role="alert" message={failureOf(revoking.error).message} />
      )}
      <p>{t('largeScreen.revokeText', { name })}</p>
    </Sheet>
  );
}
