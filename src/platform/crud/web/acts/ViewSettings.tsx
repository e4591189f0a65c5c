import { ArrowDownOutlined, ArrowUpOutlined, SettingOutlined } from '@ant-design/icons';
import { Button, Checkbox, Popover, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Column } from '../../../schema/columns.ts';
import { arrange, DENSITIES, type ViewSetting } from '../list/use-view.ts';
import styles from './acts.module.css';

interface Props {
  columns: readonly Column[];
  setting: ViewSetting;
}

/** Settings of a list: columns, their order and density. */
export function ViewSettings(props: Props) {
  const { t } = useTranslation();
  return (
    <Popover trigger="click" placement="bottomRight" destroyOnHidden content={<Panel {...props} />}>
      <Button
        type="text"
        icon={<SettingOutlined aria-hidden />}
        aria-label={t('crud.viewSettings')}
        title={t('crud.viewSettings')}
      />
    </Popover>
  );
}

function Panel({ columns, setting: { view, change, reset } }: Props) {
  const { t } = useTranslation();
  const arranged = arrange(columns, view);
  const hidden = new Set(view.hidden);
  const [first, ...movable] = arranged;

  const show = (field: string, shown: boolean) =>
    change({ hidden: shown ? view.hidden.filter((each) => each !== field) : [...view.hidden, field] });
  const move = (from: number, to: number) => {
    const order = movable.map((column) => column.field);
    const [moved] = order.splice(from, 1);
    if (moved !== undefined) order.splice(to, 0, moved);
    change({ order });
  };
  return (
    <div className={styles.columns} role="group" aria-label={t('crud.viewSettings')}>
      <div className={styles.columnsHead}>
        <span>{t('crud.columns')}</span>
        <Button type="link" size="small" onClick={reset}>
          {t('crud.restore')}
        </Button>
      </div>
      <ul className={styles.columnList}>
        {first && (
          <li className={styles.column}>
            <Checkbox checked disabled>
              {first.title}
            </Checkbox>
          </li>
        )}
        {movable.map(({ field, title }, i) => (
          <li key={field} className={styles.column}>
            <Checkbox checked={!hidden.has(field)} onChange={(event) => show(field, event.target.checked)}>
              {title}
            </Checkbox>
            <Button
              type="text"
              size="small"
              icon={<ArrowUpOutlined aria-hidden />}
              disabled={i === 0}
              aria-label={t('crud.moveUp', { title })}
              onClick={() => move(i, i - 1)}
            />
            <Button
              type="text"
              size="small"
              icon={<ArrowDownOutlined aria-hidden />}
              disabled={i === movable.length - 1}
              aria-label={t('crud.moveDown', { title })}
              onClick={() => move(i, i + 1)}
            />
          </li>
        ))}
      </ul>
      <div className={styles.density}>
        <div className={styles.densityLabel}>{t('crud.density')}</div>
        <Segmented
          block
          value={view.density}
          onChange={(density) => change({ density })}
          options={DENSITIES.map((value) => ({ value, label: t(`crud.densities.${value}`) }))}
        />
      </div>
    </div>
  );
}
