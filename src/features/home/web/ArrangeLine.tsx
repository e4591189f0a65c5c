import { ArrowDownOutlined, ArrowUpOutlined, DeleteOutlined, HolderOutlined } from '@ant-design/icons';
import { useSortable } from '@dnd-kit/sortable';
import { Button, Checkbox, Segmented } from 'antd';
import { useTranslation } from 'react-i18next';
import { CARD_SIZES, type CardPlace, type CardSize, type TitledPlace } from '../../../platform/session/home-cards.ts';
import { useCardTitle } from './card-title.ts';
import styles from './ArrangeDialog.module.css';

interface Props {
  place: TitledPlace;
  first: boolean;
  last: boolean;
  onChange: (change: Partial<CardPlace>) => void;
  onMove: (by: 1 | -1) => void;
  /** Given for a card that the organisation declared. */
  onRemove?: (() => void) | undefined;
}

const TRANSITION = { duration: 150, easing: 'ease' } as const;

/** One card: whether it is shown, how wide it is, and where; its handle drags it to another place. */
export function ArrangeLine({ place, first, last, onChange, onMove, onRemove }: Props) {
  const { key, size, hidden = false } = place;
  const { t } = useTranslation();
  const title = useCardTitle()(place);
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id: key,
    transition: TRANSITION,
    attributes: { roleDescription: t('homeCards.arrange.drag.role') },
  });
  return (
    <li
      ref={setNodeRef}
      className={styles.line}
      data-dragging={isDragging}
      // Upwards and downwards only.
      style={{ transform: transform ? `translate3d(0, ${transform.y}px, 0)` : undefined, transition }}
    >
      <span className={styles.card}>
        <Button
          ref={setActivatorNodeRef}
          className={styles.handle}
          size="small"
          type="text"
          icon={<HolderOutlined aria-hidden />}
          {...attributes}
          {...listeners}
          aria-label={t('homeCards.arrange.drag.handle', { title })}
        />
        <Checkbox checked={!hidden} onChange={({ target }) => onChange({ hidden: !target.checked })}>
          {title}
        </Checkbox>
      </span>
      <span className={styles.acts}>
        <Segmented<CardSize>
          size="small"
          aria-label={t('homeCards.arrange.sizeOf', { title })}
          value={size}
          onChange={(next) => onChange({ size: next })}
          options={CARD_SIZES.map((value) => ({ value, label: t(`homeCards.arrange.sizes.${value}`) }))}
        />
        <Button
          size="small"
          icon={<ArrowUpOutlined aria-hidden />}
          disabled={first}
          aria-label={t('homeCards.arrange.up', { title })}
          onClick={() => onMove(-1)}
        />
        <Button
          size="small"
          icon={<ArrowDownOutlined aria-hidden />}
          disabled={last}
          aria-label={t('homeCards.arrange.down', { title })}
          onClick={() => onMove(1)}
        />
        {onRemove && (
          <Button
            size="small"
            icon={<DeleteOutlined aria-hidden />}
            aria-label={t('homeCards.view.remove', { title })}
            title={t('homeCards.view.remove', { title })}
            onClick={onRemove}
          />
        )}
      </span>
    </li>
  );
}
