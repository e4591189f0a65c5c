import { Input } from 'antd';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';
import { useBuffered } from './use-buffered.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const useText = ({ value, onChange, onTouch }: ControlProps) =>
  useBuffered(textOf(value), (text) => onChange(text === '' ? undefined : text), onTouch);

/** One line of text. */
export function TextControl(props: ControlProps) {
  const { typed, type, flush } = useText(props);
  return (
    <Input
      id={props.id}
      value={typed}
      placeholder={props.placeholder}
      disabled={props.disabled}
      allowClear={props.clearable}
      autoComplete="off"
      onChange={(event) => type(event.target.value)}
      onPressEnter={flush}
      onBlur={() => {
        flush();
        props.onBlur?.();
      }}
      {...ariaProps(props)}
    />
  );
}

/** Several lines of text, with a counter where the field has a limit. */
export function TextAreaControl(props: ControlProps) {
  const { typed, type, flush } = useText(props);
  const max = props.field.maxLength;
  return (
    <Input.TextArea
      id={props.id}
      value={typed}
      placeholder={props.placeholder}
      disabled={props.disabled}
      autoSize={{ minRows: 3, maxRows: 8 }}
      count={max === undefined ? undefined : { max, show: true }}
      onChange={(event) => type(event.target.value)}
      onBlur={() => {
        flush();
        props.onBlur?.();
      }}
      {...ariaProps(props)}
    />
  );
}
