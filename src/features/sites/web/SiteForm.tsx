import { Alert, Button, Input, Switch, Upload } from 'antd';
import { useEffect, useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLeaveGuard } from '../../../platform/crud/web/form/use-leave-guard.tsx';
import type { IndexConfig } from '../../../platform/session/contract.ts';
import { contrast } from '../../../platform/theme/contrast.ts';
import { palette, PRIMARY } from '../../../platform/theme/tokens.ts';
import { failureOf } from '../../../platform/ui/web/failure.ts';
import { logoProblem } from '../rules/logo.ts';
import { readLogo } from './read-logo.ts';
import { SitePreview } from './SitePreview.tsx';
import { useSave, valuesOf, type Values } from './use-save.ts';
import styles from './site.module.css';

const contrastText = (mode: 'light' | 'dark', color: string) => {
  const { primary, onPrimary } = palette(mode, color);
  return contrast(primary, onPrimary).toFixed(1);
};

interface RowProps {
  id: string;
  label: string;
  help?: string | undefined;
  error?: string | undefined;
  children: ReactNode;
}

const Row = ({ id, label, help, error, children }: RowProps) => (
  <div className={styles.row}>
    <label htmlFor={id} className={styles.label}>
      {label}
    </label>
    <div className={styles.control}>
      {children}
      <p
        id={`${id}-help`}
        className={error === undefined ? styles.help : styles.error}
        role={error === undefined ? undefined : 'alert'}
      >
        {error ?? help}
      </p>
    </div>
  </div>
);

/** The settings of the site in one form, with a preview. */
export function SiteForm({ config, onSaved }: { config: IndexConfig; onSaved: () => void }) {
  const { t } = useTranslation();
  const saved = valuesOf(config);
  const [values, setValues] = useState<Values>(saved);
  const [logoError, setLogoError] = useState<string>();
  const { setDirty } = useLeaveGuard();
  const set = (change: Partial<Values>) => setValues((before) => ({ ...before, ...change }));
  const isDirty = JSON.stringify(values) !== JSON.stringify(saved);
  useEffect(() => setDirty(isDirty), [isDirty, setDirty]);
  const { save, busy, error } = useSave(config, () => {
    setDirty(false);
    onSaved();
  });
  const failure = error ? failureOf(error) : undefined;
  const errorOf = (name: keyof Values) => failure?.details.find(({ field }) => field === `/${name}`)?.message;
  const generalError = failure && failure.details.length === 0 ? failure.message : undefined;
  const id = useId();
  const fieldId = (name: keyof Values) => `${id}-${name}`;
  const described = (name: keyof Values) => ({
    id: fieldId(name),
    'aria-describedby': `${fieldId(name)}-help`,
    'aria-invalid': errorOf(name) !== undefined,
    ...(errorOf(name) !== undefined && { status: 'error' as const }),
  });

  const chooseLogo = async (file: Blob) => {
    try {
      const logo = await readLogo(file);
      setLogoError(logoProblem(logo));
      if (logoProblem(logo) === undefined) set({ logo });
    } catch {
      setLogoError(t('siteSetting.logoUnreadable'));
    }
  };
  const color = values.primary_color || PRIMARY;
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault();
        save(values);
      }}
    >
      <div className={styles.column}>
        {generalError !== undefined && <Alert type="error" showIcon role="alert" message={generalError} />}
        <section className={styles.card} aria-labelledby={`${id}-brand`}>
          <h2 id={`${id}-brand`} className={styles.heading}>
            {t('siteSetting.brand')}
          </h2>
          <Row
            id={fieldId('site_name')}
            label={t('siteSetting.name')}
            help={t('siteSetting.nameHelp')}
            error={errorOf('site_name')}
          >
            <Input
              {...described('site_name')}
              maxLength={30}
              value={values.site_name}
              onChange={({ target }) => set({ site_name: target.value })}
            />
          </Row>
          <Row
            id={fieldId('company_slogan')}
            label={t('siteSetting.slogan')}
            help={t('siteSetting.sloganHelp')}
            error={errorOf('company_slogan')}
          >
            <Input
              {...described('company_slogan')}
              maxLength={40}
              value={values.company_slogan}
              onChange={({ target }) => set({ company_slogan: target.value })}
            />
          </Row>
          <Row
            id={fieldId('logo')}
            label={t('siteSetting.logo')}
            help={t('siteSetting.logoHelp')}
            error={logoError ?? errorOf('logo')}
          >
            <div className={styles.inline}>
              <img src={values.logo || '/icon.svg'} alt="" width={44} height={44} className={styles.logo} />
              <Upload
                accept="image/png,image/jpeg"
                showUploadList={false}
                beforeUpload={(file) => {
                  void chooseLogo(file);
                  return false;
                }}
              >
                <Button id={fieldId('logo')}>{t('siteSetting.chooseLogo')}</Button>
              </Upload>
              {values.logo !== '' && (
                <Button type="text" onClick={() => set({ logo: '' })}>
                  {t('siteSetting.removeLogo')}
                </Button>
              )}
            </div>
          </Row>
          <Row
            id={fieldId('primary_color')}
            label={t('siteSetting.color')}
            help={t('siteSetting.colorHelp', {
              light: contrastText('light', color),
              dark: contrastText('dark', color),
            })}
            error={errorOf('primary_color')}
          >
            <div className={styles.inline}>
              <input
                type="color"
                id={fieldId('primary_color')}
                aria-describedby={`${fieldId('primary_color')}-help`}
                className={styles.color}
                value={color}
                onChange={({ target }) => set({ primary_color: target.value })}
              />
              <code>{color}</code>
              {values.primary_color !== '' && (
                <Button type="text" onClick={() => set({ primary_color: '' })}>
                  {t('siteSetting.defaultColor')}
                </Button>
              )}
            </div>
          </Row>
          <Row id={fieldId('is_custom')} label={t('siteSetting.custom')} help={t('siteSetting.customHelp')}>
            <Switch
              id={fieldId('is_custom')}
              aria-describedby={`${fieldId('is_custom')}-help`}
              checked={values.is_custom}
              onChange={(is_custom) => set({ is_custom })}
            />
          </Row>
        </section>
        <section className={styles.card} aria-labelledby={`${id}-access`}>
          <h2 id={`${id}-access`} className={styles.heading}>
            {t('siteSetting.access')}
          </h2>
          <Row
            id={fieldId('host')}
            label={t('siteSetting.host')}
            help={t(config.host_editable ? 'siteSetting.hostHelp' : 'siteSetting.hostLocked')}
            error={errorOf('host')}
          >
            <Input
              {...described('host')}
              maxLength={253}
              disabled={!config.host_editable}
              placeholder="xinli.example.cn"
              value={values.host}
              onChange={({ target }) => set({ host: target.value })}
            />
          </Row>
        </section>
        <section className={styles.card} aria-labelledby={`${id}-home`}>
          <h2 id={`${id}-home`} className={styles.heading}>
            {t('siteSetting.home')}
          </h2>
          <Row
            id={fieldId('welcome')}
            label={t('siteSetting.welcome')}
            help={t('siteSetting.welcomeHelp')}
            error={errorOf('welcome')}
          >
            <Input.TextArea
              {...described('welcome')}
              maxLength={100}
              autoSize={{ minRows: 2 }}
              value={values.welcome}
              onChange={({ target }) => set({ welcome: target.value })}
            />
          </Row>
        </section>
        <div className={styles.bar}>
          <Button type="primary" htmlType="submit" loading={busy} disabled={!isDirty}>
            {t('siteSetting.save')}
          </Button>
        </div>
      </div>
      <aside className={styles.aside} aria-label={t('siteSetting.preview')}>
        <h2 className={styles.heading}>{t('siteSetting.preview')}</h2>
        <SitePreview
          brand={{
            name: values.site_name.trim() || t('login.defaultSite'),
            slogan: values.company_slogan,
            logo: values.logo,
            color: values.primary_color,
            welcome: values.welcome,
            host: values.host.trim(),
          }}
        />
      </aside>
    </form>
  );
}
