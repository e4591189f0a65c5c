import { useTranslation } from 'react-i18next';
import { isViewCard, type TitledPlace } from '../../../platform/session/home-cards.ts';

/** The title of a card: a text of the product, or what the organisation called it. */
export function useCardTitle(): (card: Pick<TitledPlace, 'key' | 'title'>) => string {
  const { t } = useTranslation();
  return ({ key, title = '' }) => (isViewCard(key) ? title : t(`homeCards.titles.${key}`));
}
