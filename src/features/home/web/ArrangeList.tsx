import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type Announcements,
  type UniqueIdentifier,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { isViewCard, type TitledPlace } from '../../../platform/session/home-cards.ts';
import { ArrangeLine } from './ArrangeLine.tsx';
import { useCardTitle } from './card-title.ts';

interface Props {
  places: readonly TitledPlace[];
  onChange: (places: readonly TitledPlace[]) => void;
  /** Whether a card is being dragged; Escape then puts it back. */
  onDragging: (dragging: boolean) => void;
  /** Removes a card that the organisation declared; absent where that is not the place. */
  onRemove?: ((place: TitledPlace) => void) | undefined;
}

/** What a screen reader says while a card is dragged. */
function useAnnouncements(places: readonly TitledPlace[]): Announcements {
  const { t } = useTranslation();
  const titleOf = useCardTitle();
  // A card that is picked up is over its own place first, which would be said instead of that it was picked up.
  const picked = useRef(false);
  const indexOf = (id: UniqueIdentifier) => places.findIndex(({ key }) => key === id);
  const say = (what: 'picked' | 'over' | 'dropped' | 'cancelled', id: UniqueIdentifier, at = id) => {
    const card = places[indexOf(id)];
    if (card === undefined) return undefined;
    const title = titleOf(card);
    return t(`homeCards.arrange.drag.${what}`, { title, place: indexOf(at) + 1, total: places.length });
  };
  return {
    onDragStart({ active }) {
      picked.current = true;
      return say('picked', active.id);
    },
    onDragOver({ active, over }) {
      const moved = !picked.current;
      picked.current = false;
      return moved ? say('over', active.id, over?.id) : undefined;
    },
    onDragEnd: ({ active, over }) => say('dropped', active.id, over?.id),
    onDragCancel: ({ active }) => say('cancelled', active.id),
  };
}

/** The cards in their order; dragged by pointer, touch or keyboard, or moved by buttons. */
export function ArrangeList({ places, onChange, onDragging, onRemove }: Props) {
  const { t } = useTranslation();
  const announcements = useAnnouncements(places);
  const sensors = useSensors(
    useSensor(PointerSensor),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const keys = places.map(({ key }) => key);
  const move = (from: number, to: number) => onChange(arrayMove([...places], from, to));
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      accessibility={{
        announcements,
        screenReaderInstructions: { draggable: t('homeCards.arrange.drag.howTo') },
      }}
      onDragStart={() => onDragging(true)}
      onDragCancel={() => onDragging(false)}
      onDragEnd={({ active, over }) => {
        onDragging(false);
        const [from, to] = [active.id, over?.id].map((id) => keys.findIndex((key) => key === id));
        if (from !== undefined && to !== undefined && from >= 0 && to >= 0) move(from, to);
      }}
    >
      <SortableContext items={keys} strategy={verticalListSortingStrategy}>
        <ol>
          {places.map((place, i) => (
            <ArrangeLine
              key={place.key}
              place={place}
              first={i === 0}
              last={i === places.length - 1}
              onChange={(change) => onChange(places.with(i, { ...place, ...change }))}
              onMove={(by) => move(i, i + by)}
              onRemove={onRemove && isViewCard(place.key) ? () => onRemove(place) : undefined}
            />
          ))}
        </ol>
      </SortableContext>
    </DndContext>
  );
}
