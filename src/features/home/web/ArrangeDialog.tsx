import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import { Button, Checkbox, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { CARD_SIZES, type CardPlace, type CardSize } from '../../../platform/session/home-cards.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import type { Home } from '../contract.ts';
import { storeArrangement, type ArrangedFor } from './store-arrangement.ts';
import styles from './ArrangeDialog.module.css';

interface Props {
  home: Home;
  onClose: () => void;
  /** Called after the arrangement was stored. */
  onSaved: () => void;
}

/** A list with one item moved up or down. */
function moved<T>(items: readonly T[], from: number, by: 1 | -1): T[] {
  const item = items[from];
  return item === undefined ? [...items] : items.toSpliced(from, 1).toSpliced(from + by, 0, item);
}

interface LineProps {
  place: CardPlace;
  first: boolean;
  last: boolean;
  onChange: (change: Partial<CardPlace>) => void;
  onMove: (by: 1 | -1) => void;
}

/** One card: whether it is shown, how wide it is, and where. */
function Line({ place: { key, size, hidden = false }, first, last, onChange, onMove }: LineProps) {
  const { t } = useTranslation();
  const title = t(`homeCards.titles.${key}`);
  return (
    <li className={styles.line}>
      <Checkbox checked={!hidden} onChange={({ target }) => onChange({ hidden: !target.checked })}>
        {title}
      </Checkbox>
      <span className={styles.acts}>
        <Segmented<CardSize>
          size="small"
          aria-label={t('homeCards.arrange.sizeOf', { title })}
          value={size}
          onChange={(next) => onChange({ size: next })}
          options={CARD_SIZES.map((value) => ({ value, label: t(`homeCards.arrange.sizes.${value}`) }))}
        />
        <Button
          size="small"
          icon={<ArrowUpOutlined aria-hidden />}
          disabled={first}
          aria-label={t('homeCards.arrange.up', { title })}
          onClick={() => onMove(-1)}
        />
        <Button
          size="small"
          icon={<ArrowDownOutlined aria-hidden />}
          disabled={last}
          aria-label={t('homeCards.arrange.down', { title })}
          onClick={() => onMove(1)}
        />
      </span>
    </li>
  );
}

const placesOf = (cards: readonly CardPlace[]): readonly CardPlace[] =>
  cards.map(({ key, size, hidden }) => ({ key, size, ...(hidden && { hidden }) }));

/**
 * Arranges home pages: which cards they have, in which order and size. Those who may change the organisation's site
 * arrange it for everyone as well.
 */
export function ArrangeDialog({ home: { cards, organisation }, onClose, onSaved }: Props) {
  const { t } = useTranslation();
  const [whose, setWhose] = useState<ArrangedFor>('own');
  const [places, setPlaces] = useState(() => placesOf(cards));
  const choose = (next: ArrangedFor) => {
    setWhose(next);
    setPlaces(placesOf(next === 'organisation' ? (organisation ?? []) : cards));
  };
  const [busy, setBusy] = useState(false);
  const store = (next: CardPlace[] | null) => {
    setBusy(true);
    storeArrangement(whose, next)
      .then(onSaved, notifyFailure)
      .finally(() => setBusy(false));
  };
  return (
    <Sheet
      open
      title={t('homeCards.arrange.title')}
      onClose={onClose}
      act={{ label: t('homeCards.arrange.save'), busy, onClick: () => store([...places]) }}
    >
      {organisation && (
        <Segmented<ArrangedFor>
          className={styles.whose}
          aria-label={t('homeCards.arrange.whose')}
          value={whose}
          onChange={choose}
          options={(['own', 'organisation'] as const).map((value) => ({
            value,
            label: t(`homeCards.arrange.for.${value}`),
          }))}
        />
      )}
      <p className={styles.about}>
        {t(`homeCards.arrange.about.${whose}`)}
        <Button type="link" size="small" disabled={busy} onClick={() => store(null)}>
          {t('homeCards.arrange.reset')}
        </Button>
      </p>
      <ol>
        {places.map((place, i) => (
          <Line
            key={place.key}
            place={place}
            first={i === 0}
            last={i === places.length - 1}
            onChange={(change) => setPlaces(places.with(i, { ...place, ...change }))}
            onMove={(by) => setPlaces(moved(places, i, by))}
          />
        ))}
      </ol>
    </Sheet>
  );
}
