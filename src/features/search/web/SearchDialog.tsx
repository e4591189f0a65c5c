import { Modal } from 'antd';
import { Command } from 'cmdk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { entityName } from '../../../platform/crud/web/entity-name.ts';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { useStore } from '../../../platform/state/web/store.ts';
import { includesTyped } from '../../../platform/ui/web/fields/includes-typed.ts';
import { useBuffered } from '../../../platform/ui/web/fields/use-buffered.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { HitItem } from './HitItem.tsx';
import { recent, remember, type Hit } from './recent.ts';
import { RowHits } from './RowHits.tsx';
import { search } from './texts.zh.ts';
import { listHit, useCreations, useNamedLists, usePages } from './use-places.ts';
import styles from './search.module.css';

provideTexts({ search });

/** From two characters on names are searched: a single one is in too many. */
const NAME_MIN = 2;

interface Props {
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}

interface GroupProps {
  heading: string;
  hits: readonly Hit[];
  onPick: (hit: Hit) => void;
}

function HitGroup({ heading, hits, onPick }: GroupProps) {
  if (hits.length === 0) return null;
  return (
    <Command.Group heading={heading} className={styles.group}>
      {hits.map((hit) => (
        <HitItem key={hit.key} hit={hit} onPick={onPick} />
      ))}
    </Command.Group>
  );
}

/** Which lists are still being searched. */
function useBusy() {
  const [busy, setBusy] = useState<ReadonlySet<string>>(new Set());
  const onBusy = useCallback(
    (name: string, isBusy: boolean) =>
      setBusy((before) => {
        if (before.has(name) === isBusy) return before;
        const next = new Set(before);
        if (isBusy) next.add(name);
        else next.delete(name);
        return next;
      }),
    [],
  );
  return { isBusy: busy.size > 0, onBusy };
}

/** Selects the first hit whenever the hits change: those that come last may stand first. */
function useFirstSelected(hits: string) {
  const list = useRef<HTMLDivElement>(null);
  const [selected, select] = useState('');
  useEffect(() => {
    const first = list.current?.querySelector('[cmdk-item]');
    select(first?.getAttribute('data-value') ?? '');
  }, [hits]);
  return { selected, select, list };
}

/** Students, people, classes, pages and acts that the role may open, by a part of their name. */
export function SearchDialog({ open, onClose, afterClose }: Props) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { user, org, role } = useCurrentUser();
  const [text, setText] = useState('');
  const { typed, type } = useBuffered<string>('', setText);
  const [pages, creations, lists] = [usePages(), useCreations(), useNamedLists()];
  const { isBusy, onBusy } = useBusy();
  const { of, hits: before } = useStore(recent);
  const input = useRef<HTMLInputElement>(null);
  useCloseOnBack(open, onClose);

  const who = `${user.user_id} ${org.org_id} ${role?.role_id ?? ''}`;
  const pick = (hit: Hit) => {
    remember(who, hit);
    onClose();
    const { state, ...to } = hit.to;
    void navigate(to, { state });
  };
  const wanted = typed.trim();
  const named = (hits: readonly Hit[]) =>
    wanted === '' ? [] : hits.filter(({ title }) => includesTyped(title, wanted));
  const name = text.trim();
  const waits = isBusy || wanted !== name;
  const { selected, select, list } = useFirstSelected(`${name} ${String(waits)}`);
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={afterClose}
      afterOpenChange={(visible) => visible && input.current?.focus()}
      title={t('search.title')}
      footer={null}
      width={620}
      destroyOnHidden
      className={styles.dialog ?? ''}
    >
      <Command shouldFilter={false} loop label={t('search.title')} value={selected} onValueChange={select}>
        <Command.Input
          ref={input}
          className={styles.input}
          placeholder={t('search.placeholder')}
          value={typed}
          onValueChange={type}
          maxLength={40}
        />
        <Command.List ref={list} className={styles.list} label={t('search.title')}>
          {wanted === '' && <p className={styles.note}>{t('search.hint', { example: 'xzy' })}</p>}
          {wanted === '' && of === who && <HitGroup heading={t('search.recent')} hits={before} onPick={pick} />}
          {name.length >= NAME_MIN &&
            lists.open.map((schema) => (
              <RowHits key={schema.$id} schema={schema} text={name} onPick={pick} onBusy={onBusy} />
            ))}
          <HitGroup heading={t('search.pages')} hits={named(pages)} onPick={pick} />
          <HitGroup heading={t('search.acts')} hits={named(creations)} onPick={pick} />
          {name.length >= NAME_MIN && (
            <HitGroup
              heading={t('search.locked')}
              hits={lists.locked.map((schema) =>
                listHit(schema, t('search.failed', { title: entityName(t, schema.title) }), name),
              )}
              onPick={pick}
            />
          )}
          {wanted !== '' && (
            <Command.Empty className={styles.note}>
              {t(waits ? 'search.searching' : 'search.none', { text: wanted })}
            </Command.Empty>
          )}
        </Command.List>
      </Command>
      <p className={styles.keys}>{t('search.keys')}</p>
    </Modal>
  );
}
