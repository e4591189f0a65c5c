import type { PaginationProps } from 'antd';
import { cloneElement, isValidElement, useCallback } from 'react';
import { useTranslation } from 'react-i18next';

/** Accessible names for the arrow buttons of antd's pager, which only names the items around them. */
export function usePageArrows(): NonNullable<PaginationProps['itemRender']> {
  const { t } = useTranslation();
  return useCallback(
    (_, type, item) => {
      const name = type === 'prev' ? t('common.previousPage') : type === 'next' ? t('common.nextPage') : undefined;
      return name !== undefined && isValidElement<{ 'aria-label'?: string }>(item)
        ? cloneElement(item, { 'aria-label': name })
        : item;
    },
    [t],
  );
}
