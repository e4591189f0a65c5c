import { ControlOutlined } from '@ant-design/icons';

export const icons = {
  control: ControlOutlined,
};
