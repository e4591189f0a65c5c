import { Rate } from 'antd';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';

/** A rating with stars; the same star again removes it. */
export function RatingPick(props: ControlProps) {
  const { status: _, ...attributes } = ariaProps(props);
  return (
    <span id={props.id}>
      <Rate
        count={props.field.maximum ?? 5}
        value={typeof props.value === 'number' ? props.value : 0}
        disabled={props.disabled}
        allowClear={props.required !== true}
        onChange={(value) => props.onChange(value === 0 ? undefined : value)}
        onBlur={props.onBlur}
        {...attributes}
      />
    </span>
  );
}
