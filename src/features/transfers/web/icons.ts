import { SwapOutlined } from '@ant-design/icons';

export const icons = {
  transfers: SwapOutlined,
};
