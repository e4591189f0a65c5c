import type { TFunction } from 'i18next';
import { texts, type Texts } from '../../i18n/web/texts.ts';

type Named = keyof Texts['entity'];

/** Only English has words for titles, which are Chinese. */
const isNamed = (title: string): title is Named => texts.exists(`entity.${title}.many`);

/**
 * The title of an entity as a part of a sentence. In English an entity of the product has its English word; a title
 * that a school has given stays as it is.
 *
 * @param count How many of them the sentence is about; by default several
 */
export const entityName = (t: TFunction, title: string, count = 2): string =>
  isNamed(title) ? t(`entity.${title}.${count === 1 ? 'one' : 'many'}`) : title;
