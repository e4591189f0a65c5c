import { DownOutlined } from '@ant-design/icons';
import { Button, Dropdown, Space, Tooltip } from 'antd';
import type { Act } from './act.ts';

/** An act as a button, with its variants in a drop-down. */
export function ActButton({ act, primary = false }: { act: Act; primary?: boolean }) {
  const { label, icon, danger, busy, disabledReason, run, ways } = act;
  const type = primary ? 'primary' : 'default';
  const button = (
    <Tooltip title={disabledReason}>
      <Button
        icon={icon}
        danger={danger}
        loading={busy}
        disabled={disabledReason !== undefined}
        type={type}
        onClick={run}
      >
        {label}
      </Button>
    </Tooltip>
  );
  if (!ways || ways.length === 0) return button;
  return (
    <Space.Compact>
      {button}
      <Dropdown
        trigger={['click']}
        placement="bottomRight"
        menu={{
          items: ways.map((way) => ({
            key: way.key,
            label: way.label,
            icon: way.icon,
            disabled: busy || way.disabledReason !== undefined,
            onClick: way.run,
          })),
        }}
      >
        <Button type={type} icon={<DownOutlined aria-hidden />} aria-label={ways.map((way) => way.label).join('、')} />
      </Dropdown>
    </Space.Compact>
  );
}
