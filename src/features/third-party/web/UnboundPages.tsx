import { useTranslation } from 'react-i18next';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { DoorFrame } from '../../../platform/ui/web/door/DoorFrame.tsx';
import { BindForm } from './BindForm.tsx';
import { third } from './texts.zh.ts';

provideTexts({ third });

/** /wechat-unlogin and /qq-unlogin: an identity that has no account yet. */
function UnboundPage({ provider }: { provider: 'wechat' | 'qq' }) {
  const { t } = useTranslation();
  return (
    <DoorFrame title={t('third.bindTitle', { name: t(`third.names.${provider}`) })}>
      <BindForm provider={provider} />
    </DoorFrame>
  );
}

export const WechatUnbound = () => <UnboundPage provider="wechat" />;
export const QqUnbound = () => <UnboundPage provider="qq" />;
