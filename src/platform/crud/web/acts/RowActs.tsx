import { Dropdown, type MenuProps } from 'antd';
import { cloneElement, useLayoutEffect, useRef, useState, type ComponentProps, type ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import type { Act } from './act.ts';
import styles from './acts.module.css';

/** Number of acts that are buttons, beside 更多. */
const SHOWN = 2;

type Items = NonNullable<MenuProps['items']>;

const itemOf = ({ key, label, danger, run }: Act) => ({ key, label, danger, onClick: run });

/** The entries of 更多: a group of several acts is a submenu at the place of its first one. */
function menuItems(acts: readonly Act[]): Items {
  const groups = new Map<string, Act[]>();
  for (const act of acts) {
    const title = act.group ?? `:${act.key}`;
    groups.set(title, [...(groups.get(title) ?? []), act]);
  }
  return [...groups].map(([title, members]) => {
    const [only] = members;
    return members.length === 1 && only ? itemOf(only) : { key: title, label: title, children: members.map(itemOf) };
  });
}

/** The acts of a row that are buttons, and those behind 更多; acts of a group are buttons only where others are few. */
export function splitActs(acts: readonly Act[]): { shown: Act[]; more: Act[] } {
  const ordered = [...acts.filter(({ group }) => !group), ...acts.filter(({ group }) => group)];
  // A single act takes no more space than 更多.
  const shown = ordered.slice(0, acts.length === SHOWN + 1 && ordered.every(({ group }) => !group) ? SHOWN + 1 : SHOWN);
  return { shown, more: acts.filter((act) => !shown.includes(act)) };
}

/** A row's acts: two buttons, the others behind 更多. Plain buttons, because a page has a hundred of them. */
export function RowActs({ acts, of }: { acts: readonly Act[]; of: string }) {
  const { t } = useTranslation();
  const { shown, more } = splitActs(acts);
  return (
    <div className={styles.row}>
      {shown.map(({ key, label, danger, run }) => (
        <button
          key={key}
          type="button"
          className={danger ? styles.danger : styles.act}
          onClick={run}
          aria-label={`${label} ${of}`}
        >
          {label}
        </button>
      ))}
      {more.length > 0 && <MoreActs acts={more} label={`${t('common.more')} ${of}`} />}
    </div>
  );
}

/** The acts behind 更多. The menu is made at the first click, because a page has a hundred of them. */
function MoreActs({ acts, label }: { acts: readonly Act[]; label: string }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState<boolean>();
  const button = (
    <button type="button" className={styles.act} aria-label={label} onClick={() => setOpen((now) => now ?? true)}>
      {t('common.more')}
    </button>
  );
  return open === undefined ? button : <ActMenu acts={acts} button={button} open={open} onOpen={setOpen} />;
}

interface MenuOfActs {
  acts: readonly Act[];
  button: ReactElement<ComponentProps<'button'>>;
  open: boolean;
  onOpen: (open: boolean) => void;
}

/** Its button takes the place of the one that was clicked, and the focus. */
function ActMenu({ acts, button, open, onOpen }: MenuOfActs) {
  const own = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => own.current?.focus({ preventScroll: true }), []);
  return (
    <Dropdown
      trigger={['click']}
      open={open}
      onOpenChange={onOpen}
      menu={{ items: menuItems(acts), triggerSubMenuAction: 'click' }}
    >
      {cloneElement(button, { ref: own })}
    </Dropdown>
  );
}
