import { Switch } from 'antd';
import { described, type ControlProps } from '../../../feature/web/control.ts';

/** Yes or no. */
export function SwitchPick(props: ControlProps) {
  const { status: _, ...attributes } = described(props);
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
