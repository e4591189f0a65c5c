import { theme, type ThemeConfig } from 'antd';
import { mix } from '../contrast.ts';
import { FONT_FAMILY, FONT_SIZE, HEADER_HEIGHT, LINE_HEIGHT, RADIUS, palette, type Mode } from '../tokens.ts';

/** Antd's theme from the portal's tokens, as CSS variables; its algorithm derives the other shades. */
export function antdTheme(mode: Mode, primary?: string): ThemeConfig {
  const c = palette(mode, primary);
  return {
    algorithm: mode === 'dark' ? theme.darkAlgorithm : theme.defaultAlgorithm,
    cssVar: { key: `xy-${mode}` },
    hashed: false,
    token: {
      colorPrimary: c.primary,
      colorPrimaryHover: c.primaryHover,
      colorPrimaryActive: c.primaryActive,
      colorPrimaryBg: c.tint,
      colorPrimaryText: c.link,
      colorLink: c.link,
      colorLinkHover: c.link,
      colorSuccess: c.success,
      colorWarning: c.warning,
      colorError: c.error,
      colorErrorText: c.error,
      colorInfo: c.info,
      // The algorithm derives an unreadable shade from this dark color.
      colorWarningBg: mix(c.container, c.warning, 0.1),
      colorWarningBorder: mix(c.container, c.warning, 0.4),
      colorText: c.text,
      colorTextSecondary: c.secondary,
      colorTextTertiary: c.tertiary,
      colorTextDescription: c.tertiary,
      colorTextPlaceholder: c.tertiary,
      colorTextDisabled: c.disabled,
      colorBgLayout: c.layout,
      colorBgContainer: c.container,
      colorBgElevated: c.elevated,
      colorBorder: c.border,
      colorBorderSecondary: c.split,
      colorSplit: c.split,
      borderRadius: RADIUS,
      fontFamily: FONT_FAMILY,
      fontSize: FONT_SIZE,
      lineHeight: LINE_HEIGHT,
      motionDurationFast: '0.1s',
      motionDurationMid: '0.15s',
      motionDurationSlow: '0.2s',
      wireframe: false,
    },
    components: {
      Layout: {
        headerHeight: HEADER_HEIGHT,
        headerBg: c.container,
        siderBg: c.container,
        bodyBg: c.layout,
        headerPadding: '0 24px',
        headerColor: c.text,
      },
      Menu: {
        itemSelectedBg: c.tint,
        itemSelectedColor: c.onTint,
        itemBg: 'transparent',
        groupTitleColor: c.tertiary,
        activeBarBorderWidth: 0,
      },
      Table: {
        headerBg: c.fill,
        headerColor: c.secondary,
        rowHoverBg: c.fill,
        rowSelectedBg: c.tint,
        rowSelectedHoverBg: c.tint,
      },
      Button: {
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // White on the light red of the dark theme is unreadable.
        dangerColor: c.container,
        // The algorithm derives an unreadable shade of the dark link.
        colorLink: c.link,
        colorLinkHover: c.link,
        colorLinkActive: c.link,
      },
      Typography: { colorLink: c.link, colorLinkHover: c.link, colorLinkActive: c.link },
      // With the common radius they would look like radio buttons.
      Checkbox: { borderRadiusSM: 4 },
      Tabs: { itemSelectedColor: c.link, inkBarColor: c.link, itemHoverColor: c.link },
    },
  };
}
