import { UsergroupAddOutlined } from '@ant-design/icons';

export const icons = {
  usergroupAdd: UsergroupAddOutlined,
};
