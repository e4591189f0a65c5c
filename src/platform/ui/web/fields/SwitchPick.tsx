import { Switch } from 'antd';
import { ariaProps, type ControlProps } from '../../../feature/web/control.ts';

/** Yes or no. */
export function SwitchPick(props: ControlProps) {
  const { status: _, ...attributes } = ariaProps(props);
  return (
    <Switch
      id={props.id}
      checked={props.value === true}
      disabled={props.disabled}
      onChange={props.onChange}
      {...attributes}
    />
  );
}
