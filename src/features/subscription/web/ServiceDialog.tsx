import { Modal } from 'antd';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { TRIAL } from '../../../platform/access/service-stage.ts';
import { usePortal } from '../../../platform/session/web/portal-context.ts';
import { DIALOG_WIDTH } from '../../../platform/theme/tokens.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import { ServiceStages } from './ServiceStages.tsx';

interface Props {
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
}

/** Explains the stages of the service (`spec §2`, layout; widths of `spec §9`). */
export function ServiceDialog({ open, onClose, afterClose }: Props) {
  const { t } = useTranslation();
  const { org } = usePortal();
  useCloseOnBack(open, onClose);
  const mobile = useMobile();
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={afterClose}
      width={mobile ? 300 : DIALOG_WIDTH.service}
      centered={mobile}
      title={t(org?.service_type === TRIAL ? 'layout.service_.trialTitle' : 'layout.service_.title')}
      footer={
        <Link to="/service-expiration-description" onClick={onClose}>
          {t('layout.service_.whole')}
        </Link>
      }
    >
      <ServiceStages compact />
    </Modal>
  );
}
