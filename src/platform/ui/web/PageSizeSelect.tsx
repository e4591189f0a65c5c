import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

export const DEFAULT_PAGE_SIZE = 10;

interface Props {
  value: number;
  /** Sizes to choose from. */
  sizes: readonly number[];
  onChange: (size: number) => void;
  disabled?: boolean;
}

/** Number of rows per page: 'N 条/页' (`spec §2`, shared widgets). */
export function PageSizeSelect({ value, sizes, onChange, disabled = false }: Props) {
  const { t } = useTranslation();
  const label = (n: number) => t('common.pageSize', { n });
  return (
    <Select
      aria-label={label(value)}
      value={value}
      onChange={onChange}
      disabled={disabled}
      options={sizes.map((n) => ({ value: n, label: label(n) }))}
      popupMatchSelectWidth={false}
    />
  );
}
