import { SignatureOutlined } from '@ant-design/icons';

export const icons = {
  fileDone: SignatureOutlined,
};
