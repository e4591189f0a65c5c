import { ReturnPage } from './ReturnPage.tsx';

export const WechatPage = () => <ReturnPage provider="wechat" />;
export const QqPage = () => <ReturnPage provider="qq" />;
export const WworkQrPage = () => <ReturnPage provider="wwork" fixedWay="qr" />;
export const WworkPage = () => <ReturnPage provider="wwork" fixedWay="in_app" />;
export const SsoPage = () => <ReturnPage provider="sso" />;
