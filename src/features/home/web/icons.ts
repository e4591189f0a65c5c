import { HomeOutlined } from '@ant-design/icons';

export const icons = {
  home: HomeOutlined,
};
