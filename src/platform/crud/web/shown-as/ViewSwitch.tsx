import { Segmented, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { ResourceView } from '../../../schema/views.ts';
import { useMobile } from '../../../ui/web/use-mobile.ts';

const TABLE = '';

interface Props {
  views: readonly ResourceView[];
  view: ResourceView | undefined;
  onChoose: (key: string | undefined) => void;
}

/** Chooses between the table and the other views of a list. */
export function ViewSwitch({ views, view, onChoose }: Props) {
  const { t } = useTranslation();
  const mobile = useMobile();
  if (views.length === 0) return null;
  const shared = {
    value: view?.key ?? TABLE,
    options: [
      { value: TABLE, label: t('crud.shownAs.table') },
      ...views.map(({ key, title }) => ({ value: key, label: title })),
    ],
    onChange: (key: string) => onChoose(key === TABLE ? undefined : key),
    'aria-label': t('crud.shownAs.choose'),
  };
  return mobile ? <Select popupMatchSelectWidth={false} {...shared} /> : <Segmented {...shared} />;
}
