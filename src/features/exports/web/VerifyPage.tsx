import { useTranslation } from 'react-i18next';
import { DoorFrame } from '../../../platform/ui/web/door/DoorFrame.tsx';
import { VerifyFile } from './VerifyFile.tsx';

/** /verify: whether the code of a file is genuine. Needs no login. */
export function VerifyPage() {
  const { t } = useTranslation();
  return (
    <DoorFrame title={t('fileCode.title')}>
      <VerifyFile />
    </DoorFrame>
  );
}
