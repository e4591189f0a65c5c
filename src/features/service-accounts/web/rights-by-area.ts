import type { TFunction } from 'i18next';
import { allPages } from '../../../platform/pages/web/pages.ts';
import type { Right } from '../contract.ts';

export interface AreaRights {
  area: string;
  title: string;
  acts: Right['act'][];
}

const titleWithoutPage = (area: string, t: TFunction): string =>
  area === 'sign-in-token' ? t('serviceAccount.areas.sign-in-token') : area;

/** What a right is called in its area. */
export const titleOfAct = (area: string, act: Right['act'], t: TFunction): string =>
  area === 'sign-in-token' ? t('serviceAccount.allowed') : t(`serviceAccount.acts.${act}`);

/** Rights by area, with the title of its page, in the order in which they come. */
export function rightsByArea(rights: readonly Right[], t: TFunction): AreaRights[] {
  const areas = [...new Set(rights.map(({ area }) => area))];
  return areas.map((area) => {
    const page = allPages().find((one) => one.area === area);
    return {
      area,
      title: page === undefined ? titleWithoutPage(area, t) : t(`page.${page.key}.title`),
      acts: rights.filter((right) => right.area === area).map(({ act }) => act),
    };
  });
}
