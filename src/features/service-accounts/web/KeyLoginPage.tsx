import { LoadingOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { provideTexts } from '../../../platform/i18n/web/texts.ts';
import { DoorFrame } from '../../../platform/ui/web/door/DoorFrame.tsx';
import { DoorAct, DoorAlert, DoorLead, DoorLinks } from '../../../platform/ui/web/door/DoorTexts.tsx';
import { keyLogin } from './texts.zh.ts';
import { useKeyLogin, type KeyStage } from './use-key-login.ts';

provideTexts({ keyLogin });

/** /key-login: another system has signed a person in, with a key that is in the memory of this page only. */
export function KeyLoginPage() {
  const { t } = useTranslation();
  const { stage, ...acts } = useKeyLogin();
  return (
    <DoorFrame title={t('keyLogin.title')}>
      <Stage stage={stage} {...acts} />
    </DoorFrame>
  );
}

interface Props {
  stage: KeyStage;
  onRetry: () => void;
  onEnter: () => void;
  onStay: () => void;
}

function Stage({ stage, onRetry, onEnter, onStay }: Props) {
  const { t } = useTranslation();
  if (stage.at === 'working')
    return (
      <div role="status">
        <DoorLead>
          <LoadingOutlined aria-hidden /> {t('keyLogin.working')}
        </DoorLead>
      </div>
    );
  if (stage.at === 'failed')
    return (
      <>
        <DoorAlert>{stage.text}</DoorAlert>
        {stage.canRetry && (
          <Button type="primary" size="large" block onClick={onRetry}>
            {t('keyLogin.again')}
          </Button>
        )}
        <DoorLinks>
          <Link to="/login">{t(stage.signedIn ? 'keyLogin.home' : 'keyLogin.toLogin')}</Link>
        </DoorLinks>
      </>
    );
  const names = { current: stage.current.real_name, holder: stage.holder.real_name, org: stage.holder.org_name };
  return (
    <>
      <DoorLead>{t('keyLogin.other', names)}</DoorLead>
      <DoorAct>
        <Button type="primary" size="large" block onClick={onEnter}>
          {t('keyLogin.asHolder', names)}
        </Button>
        <Button size="large" block onClick={onStay}>
          {t('keyLogin.asCurrent', names)}
        </Button>
      </DoorAct>
    </>
  );
}
