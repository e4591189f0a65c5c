import { LockOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { Suspense, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { fromFeatures } from '../../../platform/feature/web/registry.ts';
import type { HomeCardProps } from '../../../platform/home/web/card.ts';
import { useProofSheet } from '../../../platform/home/web/use-proof-sheet.tsx';
import { isViewCard, type CardKey } from '../../../platform/session/home-cards.ts';
import { lazyPage } from '../../../platform/ui/web/lazy-page.ts';
import type { Card } from '../contract.ts';
import { useCardTitle } from './card-title.ts';
import styles from './CardFrame.module.css';

const contents = fromFeatures(
  (features) =>
    new Map(
      features
        .flatMap(({ homeCards = {} }) => Object.entries(homeCards))
        .map(([key, load]) => [key as CardKey, lazyPage<HomeCardProps>(load)]),
    ),
);

const ViewCard = lazyPage(async () => (await import('./ViewCard.tsx')).ViewCard);

const contentOf = (key: CardKey) => (isViewCard(key) ? ViewCard : contents().get(key));

/** Loads the contents of cards, so that they are shown at once. */
export const preloadCards = (keys: readonly CardKey[]) =>
  Promise.all(keys.map(async (key) => contentOf(key)?.preload()));

/** The content needs a second proof: says why, and asks for it in place. */
function Locked({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTranslation();
  const { ask, sheet } = useProofSheet(onRefresh);
  return (
    <div className={styles.note}>
      <LockOutlined aria-hidden />
      <p>{t('homeCards.proof')}</p>
      <Button size="small" onClick={ask}>
        {t('homeCards.verify')}
      </Button>
      {sheet}
    </div>
  );
}

function Failed({ onRefresh }: { onRefresh: () => void }) {
  const { t } = useTranslation();
  return (
    <div className={styles.note} role="alert">
      <p>{t('homeCards.failed')}</p>
      <Button size="small" onClick={onRefresh}>
        {t('homeCards.retry')}
      </Button>
    </div>
  );
}

function Body({ card: { key, state, content }, onRefresh }: { card: Card; onRefresh: () => void }) {
  const Content = contentOf(key);
  if (state === 'proof') return <Locked onRefresh={onRefresh} />;
  if (state === 'failed' || content === undefined || Content === undefined) return <Failed onRefresh={onRefresh} />;
  return (
    <Suspense fallback={<div className={styles.waiting} />}>
      <Content content={content} onRefresh={onRefresh} />
    </Suspense>
  );
}

/** A card of the home page with its title. */
export function CardFrame({ card, onRefresh }: { card: Card; onRefresh: () => void }) {
  const title = useCardTitle()(card);
  const id = useId();
  return (
    <section className={styles.card} data-size={card.size} data-card={card.key} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <Body card={card} onRefresh={onRefresh} />
    </section>
  );
}
