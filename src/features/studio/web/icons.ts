import { ControlOutlined, BuildOutlined } from '@ant-design/icons';

export const icons = {
  control: ControlOutlined,
  layers: BuildOutlined,
};
