import { FundProjectionScreenOutlined } from '@ant-design/icons';

export const icons = {
  screen: FundProjectionScreenOutlined,
};
