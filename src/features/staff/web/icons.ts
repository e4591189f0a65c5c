import { ContactsOutlined } from '@ant-design/icons';

export const icons = {
  contacts: ContactsOutlined,
};
