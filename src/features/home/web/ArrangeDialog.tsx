import { Button, Segmented } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import type { CardPlace } from '../../../platform/session/home-cards.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import type { Home } from '../contract.ts';
import { ArrangeList } from './ArrangeList.tsx';
import { storeArrangement, type ArrangedFor } from './store-arrangement.ts';
import styles from './ArrangeDialog.module.css';

interface Props {
  home: Home;
  onClose: () => void;
  /** Called after the arrangement was stored. */
  onSaved: () => void;
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
  const [dragging, setDragging] = useState(false);
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
      escapeInside={dragging}
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
      <ArrangeList places={places} onChange={setPlaces} onDragging={setDragging} />
    </Sheet>
  );
}
