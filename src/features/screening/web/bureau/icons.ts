import { DeploymentUnitOutlined } from '@ant-design/icons';

export const icons = { deploymentUnit: DeploymentUnitOutlined };
