import { ControlOutlined, ClusterOutlined } from '@ant-design/icons';

export const icons = {
  control: ControlOutlined,
  layers: ClusterOutlined,
};
