import { IdcardOutlined } from '@ant-design/icons';

export const icons = {
  idcard: IdcardOutlined,
};
