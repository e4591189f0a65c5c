import { ControlOutlined, DeploymentUnitOutlined } from '@ant-design/icons';

export const icons = {
  control: ControlOutlined,
  layers: DeploymentUnitOutlined,
};
