import { InputNumber } from 'antd';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import { useBuffered } from './use-buffered.ts';

/** A number. The validator reports limits, so the input does not change the typed value. */
export function NumberPick(props: ControlProps) {
  const { typed, type, flush } = useBuffered(
    typeof props.value === 'number' ? props.value : null,
    (value) => props.onChange(value ?? undefined),
    props.onTouch,
  );
  return (
    <InputNumber<number>
      id={props.id}
      placeholder={props.placeholder}
      disabled={props.disabled}
      changeOnWheel={false}
      style={{ width: '100%' }}
      value={typed}
      onChange={type}
      onPressEnter={flush}
      onBlur={() => {
        flush();
        props.onBlur?.();
      }}
      suffix={props.field['x-unit']}
      inputMode={props.field.type === 'integer' ? 'numeric' : 'decimal'}
      {...ariaProps(props)}
    />
  );
}
