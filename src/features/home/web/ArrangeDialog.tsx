import { PlusOutlined } from '@ant-design/icons';
import { App, Button, Segmented } from 'antd';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Sheet } from '../../../platform/crud/web/Sheet.tsx';
import { call } from '../../../platform/http/web/call.ts';
import { viewCardId, type CardPlace, type TitledPlace } from '../../../platform/session/home-cards.ts';
import { notifyFailure } from '../../../platform/session/web/notify-failure.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import { useConfirm } from '../../../platform/ui/web/use-confirm.ts';
import { removeCard, type Home } from '../contract.ts';
import { ArrangeList } from './ArrangeList.tsx';
import { storeArrangement, type ArrangedFor } from './store-arrangement.ts';
import styles from './ArrangeDialog.module.css';

interface Props {
  home: Home;
  onClose: () => void;
  /** Called after the arrangement was stored. */
  onSaved: () => void;
  /** Called after a card was added or removed. */
  onDeclared: () => void;
}

const AddCardDialog = lazyPage(async () => (await import('./AddCardDialog.tsx')).AddCardDialog);

const placesOf = (cards: readonly TitledPlace[]): readonly TitledPlace[] =>
  cards.map(({ key, size, hidden, title }) => ({
    key,
    size,
    ...(hidden && { hidden }),
    ...(title !== undefined && { title }),
  }));

const withoutTitles = (places: readonly TitledPlace[]): CardPlace[] => places.map(({ title: _, ...place }) => place);

/**
 * Arranges home pages: which cards they have, in which order and size. Those who may change the organisation's site
 * arrange it for everyone as well.
 */
export function ArrangeDialog({ home: { cards, organisation }, onClose, onSaved, onDeclared }: Props) {
  const { t } = useTranslation();
  const { message } = App.useApp();
  const confirm = useConfirm();
  const [adding, setAdding] = useState(false);
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
  const remove = (place: TitledPlace) =>
    confirm({
      title: t('homeCards.view.removeTitle', { title: place.title }),
      content: t('homeCards.view.removeAbout'),
      okText: t('homeCards.view.removeAct'),
      okButtonProps: { danger: true },
      onOk: () =>
        call(removeCard, { params: { id: viewCardId(place.key) } }, { quiet: true }).then(() => {
          setPlaces((now) => now.filter(({ key }) => key !== place.key));
          onDeclared();
        }, notifyFailure),
    });
  return (
    <Sheet
      open
      title={t('homeCards.arrange.title')}
      onClose={onClose}
      escapeInside={dragging}
      act={{ label: t('homeCards.arrange.save'), busy, onClick: () => store(withoutTitles(places)) }}
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
      <ArrangeList
        places={places}
        onChange={setPlaces}
        onDragging={setDragging}
        onRemove={whose === 'organisation' ? remove : undefined}
      />
      {whose === 'organisation' && (
        <Button type="dashed" block icon={<PlusOutlined aria-hidden />} onClick={() => setAdding(true)}>
          {t('homeCards.view.add')}
        </Button>
      )}
      {adding && (
        <Suspense>
          <AddCardDialog
            onClose={() => setAdding(false)}
            onAdded={(place) => {
              setAdding(false);
              setPlaces((now) => [...now, place]);
              void message.success(t('homeCards.view.added'));
              onDeclared();
            }}
          />
        </Suspense>
      )}
    </Sheet>
  );
}
