import { Form, Modal, Radio, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { otherOrgs, otherRoles, rolesThere } from '../../../features/account/rules.ts';
import { sessionStore } from '../../../platform/http/web/portal.ts';
import { sameChoice, type Choice } from '../../../platform/http/web/session-store.ts';
import { ORDINARY_TEACHER } from '../../../platform/identity/choose-role.ts';
import { labelOf } from '../../../platform/schema/labels.ts';
import { useCurrentUser } from '../../../platform/session/web/current-user.ts';
import { DIALOG_WIDTH } from '../../../platform/theme/tokens.ts';
import { useCloseOnBack } from '../../../platform/ui/web/leaving.ts';
import { useMobile } from '../../../platform/ui/web/use-mobile.ts';
import styles from './ChangeRoleDialog.module.css';

interface Props {
  /** `role`: another role in this organisation; `org`: another organisation and its role. */
  mode: 'role' | 'org';
  open: boolean;
  onClose: () => void;
  afterClose: () => void;
  reload?: () => void;
}

interface Values {
  org_id?: string;
  role_id?: number;
}

/** The change-role dialog in its two modes (`spec §2`, `spec §5`). */
export function ChangeRoleDialog({ mode, open, onClose, afterClose, reload = () => window.location.reload() }: Props) {
  const { t } = useTranslation();
  useCloseOnBack(open, onClose);
  const mobile = useMobile();
  const { user, identity, org, role } = useCurrentUser();
  const [form] = Form.useForm<Values>();
  const ordinaryTeacher = labelOf('role', ORDINARY_TEACHER);
  const now = { org_id: org.org_id, role_id: role?.role_id ?? null };
  const orgs = otherOrgs(user, now);
  const chosenOrg = Form.useWatch('org_id', form);
  const rolesOfChosen = chosenOrg === undefined ? [] : rolesThere(user, chosenOrg, ordinaryTeacher);
  const roles = mode === 'role' ? otherRoles(user, now) : rolesOfChosen;

  const confirm = ({ org_id, role_id }: Values) => {
    const target = mode === 'role' ? org : orgs.find((each) => each.org_id === org_id);
    if (target === undefined || role_id === undefined) return;
    const choice: Choice = { identity, org_id: target.org_id, org_type: target.org_type, role_id };
    onClose();
    if (sameChoice(choice, sessionStore.choice())) return;
    sessionStore.chooseForReload(choice);
    reload();
  };

  const title = t(mode === 'role' ? 'layout.switchRole' : 'layout.switchOrg');
  return (
    <Modal
      open={open}
      onCancel={onClose}
      afterClose={afterClose}
      title={title}
      width={mobile ? '85%' : DIALOG_WIDTH.role}
      centered={mobile}
      okText={title}
      cancelText={t('common.cancel')}
      onOk={() => form.submit()}
      destroyOnHidden
    >
      <p className={styles.now}>{t('layout.nowAs', { org: org.org_name, role: role?.role_name ?? '' })}</p>
      <Form
        form={form}
        layout="vertical"
        requiredMark={false}
        onFinish={confirm}
        {...(mode === 'role' && { initialValues: { role_id: roles[0]?.role_id } })}
      >
        {mode === 'org' && (
          <Form.Item
            name="org_id"
            label={t('layout.org')}
            rules={[{ required: true, message: t('layout.orgRequired') }]}
          >
            <Select
              showSearch={orgs.length > 8}
              optionFilterProp="label"
              placeholder={t('layout.orgRequired')}
              options={orgs.map((each) => ({ value: each.org_id, label: each.org_name }))}
              onChange={(id: string) =>
                form.setFieldValue('role_id', rolesThere(user, id, ordinaryTeacher)[0]?.role_id)
              }
            />
          </Form.Item>
        )}
        <Form.Item
          name="role_id"
          label={t('layout.role')}
          rules={[{ required: true, message: t('layout.roleRequired') }]}
          hidden={mode === 'org' && chosenOrg === undefined}
        >
          <Radio.Group
            className={styles.roles}
            options={roles.map((each) => ({ value: each.role_id, label: each.role_name, className: styles.role }))}
          />
        </Form.Item>
      </Form>
    </Modal>
  );
}
