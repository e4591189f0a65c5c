import { Skeleton } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { CardKey } from '../../../platform/session/home-cards.ts';
import { isVerified } from '../../../platform/session/web/secondary.ts';
import { useOwnCards } from '../../../platform/session/web/site.ts';
import { useCardTitle } from './card-title.ts';
import { preloadCards } from './CardFrame.tsx';
import frame from './CardFrame.module.css';
import styles from './Cards.module.css';

type Lines = Partial<Record<CardKey, number>>;

/** Lines of the content of tall cards, and of those that are tall with a second proof only. */
const LINES: Lines = { 'new-year': 5, schools: 5 };
const VERIFIED_LINES: Lines = { 'warn-trend': 8, 'recent-cases': 4 };
const USUAL_LINES = 2;

/** The user's own cards with their titles, in their places and sizes, while their content is on its way. */
export function WaitingCards() {
  const { t } = useTranslation();
  const titleOf = useCardTitle();
  const known = useOwnCards();
  const cards = known ?? [];
  useEffect(() => void preloadCards(known?.map(({ key }) => key) ?? []), [known]);
  const lines: Lines = isVerified() ? { ...LINES, ...VERIFIED_LINES } : LINES;
  return (
    <div className={styles.cards} role="status" aria-label={t('homeCards.loading')}>
      {cards.map(({ key, size, title }) => (
        <div key={key} className={frame.card} data-size={size} data-card={key} aria-hidden>
          <p className={frame.title}>{titleOf({ key, title })}</p>
          <Skeleton active title={false} paragraph={{ rows: lines[key] ?? USUAL_LINES }} />
        </div>
      ))}
    </div>
  );
}
