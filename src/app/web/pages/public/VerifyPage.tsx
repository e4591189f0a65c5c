import { useTranslation } from 'react-i18next';
import { SignedOutFrame } from '../../../../features/account/web/login/SignedOutFrame.tsx';
import { VerifyFile } from '../../../../features/exports/web/VerifyFile.tsx';

/** /verify: whether the code of a file is genuine. Needs no login. */
export function VerifyPage() {
  const { t } = useTranslation();
  return (
    <SignedOutFrame title={t('fileCode.title')}>
      <VerifyFile />
    </SignedOutFrame>
  );
}
