import { theme as antd } from 'antd'
import type { MappingAlgorithm, ThemeConfig } from 'antd'
import { darkened, lightened, pressed, tinted } from '#contract/color.ts'

export type Mode = 'light' | 'dark'

export const DEFAULT_ACCENT = '#0958d9'

/** A little more than the 4.5 that text needs, so that it is still legible on a tint of itself. */
const LEGIBLE = 5.3

/** Of a button against the page around it. */
const OUTSTANDING = 2.6

const FONT = "-apple-system, 'PingFang SC', 'Microsoft YaHei', 'Noto Sans CJK SC', 'Noto Sans SC', sans-serif"

/** The tokens of one mode; custom properties for our own styles are written from the same table. */
const TOKENS = {
  light: {
    ground: '#f5f7fa',
    panel: '#ffffff',
    raised: '#ffffff',
    line: '#e3e8ef',
    lineStrong: '#cdd5e0',
    text: '#1a2433',
    text2: '#4a5668',
    text3: '#5f6b7c',
    hover: '#f2f5f9',
    success: '#237804',
    successTint: '#eef7ea',
    warning: '#965a00',
    warningTint: '#fdf5e4',
    danger: '#cf1322',
    dangerTint: '#fdeeee',
    neutralTint: '#edf0f4',
  },
  dark: {
    ground: '#0b1220',
    panel: '#121c2e',
    raised: '#182439',
    line: '#22304a',
    lineStrong: '#334564',
    text: '#e6edf7',
    text2: '#b6c2d4',
    text3: '#94a3ba',
    hover: '#182439',
    success: '#7bc96a',
    successTint: '#15301f',
    warning: '#e5b454',
    warningTint: '#33290f',
    danger: '#ff8a85',
    dangerTint: '#3a1a1f',
    neutralTint: '#1d2a41',
  },
} as const

/** The tenant's accent as it may be used here: its first colour, made legible on the panel of the mode. */
export function accentOf(themeColor: string, mode: Mode): string {
  const first = themeColor.split(',')[0]?.trim() ?? ''
  const accent = /^#[0-9a-f]{6}$/i.test(first) ? first.toLowerCase() : DEFAULT_ACCENT
  return mode === 'light'
    ? darkened(accent, TOKENS.light.panel, LEGIBLE)
    : lightened(accent, TOKENS.dark.raised, LEGIBLE)
}

/** The tenant's colour as a fill under white text; on a dark page light enough to stand out from it. */
function fillOf(themeColor: string, mode: Mode): string {
  const accent = accentOf(themeColor, 'light')
  return mode === 'light' ? accent : darkened(lightened(accent, TOKENS.dark.raised, OUTSTANDING), '#ffffff', 4.5)
}

/** The antd theme of a tenant in one mode; `stage`: type and controls readable from the back of a room. */
export function themeFor(themeColor: string, mode: Mode, stage = false): ThemeConfig {
  const t = TOKENS[mode]
  const accent = accentOf(themeColor, mode)
  // The fill of a button keeps its white text legible, also under the pointer; links take the accent of the mode.
  const fill = fillOf(themeColor, mode)
  return {
    algorithm: mode === 'dark' ? [antd.darkAlgorithm, withAccent(accent)] : antd.defaultAlgorithm,
    cssVar: { key: `kb-${mode}${stage ? '-stage' : ''}` },
    token: {
      // Told to the components and not only to the style sheet: what waits for the end of a movement would wait for ever.
      motion: !reducesMotion(),
      ...(mode === 'light' ? { ...filled(fill), ...selected(accent) } : { colorPrimary: fill }),
      colorLink: accent,
      colorLinkHover: accent,
      colorInfo: accent,
      // Of a red accent the palette would make brown, and a hint would look like a failure.
      colorInfoBg: tinted(accent, t.panel, 0.07),
      colorInfoBorder: tinted(accent, t.panel, 0.3),
      colorSuccess: t.success,
      colorWarning: t.warning,
      colorError: t.danger,
      colorSuccessBg: t.successTint,
      colorWarningBg: t.warningTint,
      colorErrorBg: t.dangerTint,
      colorBgBase: t.panel,
      colorBgLayout: t.ground,
      colorBgContainer: t.panel,
      colorBgElevated: t.raised,
      colorBorder: t.lineStrong,
      colorBorderSecondary: t.line,
      colorText: t.text,
      colorTextSecondary: t.text2,
      colorTextTertiary: t.text3,
      colorTextPlaceholder: t.text3,
      // What cannot be done now is still read: quiet, but with the contrast of a text.
      colorTextDisabled: t.text3,
      colorBgContainerDisabled: t.neutralTint,
      fontFamily: FONT,
      fontSize: stage ? 18 : 14,
      controlHeight: stage ? 44 : 32,
      borderRadius: 6,
      motionDurationFast: '0.08s',
      motionDurationMid: '0.12s',
      motionDurationSlow: '0.15s',
    },
    components: {
      Button: {
        ...filled(fill),
        // Red must be light to be read on the dark ground, and then white is not legible on it.
        ...(mode === 'dark' ? { dangerColor: t.ground } : {}),
        primaryShadow: 'none',
        defaultShadow: 'none',
        dangerShadow: 'none',
        // The algorithm of the dark mode takes the token as a seed and darkens it; said of the component it stays.
        colorLink: accent,
        colorLinkHover: accent,
        colorLinkActive: accent,
        // Under the pointer the fill would become the text, which is illegible in the dark.
        ...Object.fromEntries(UNDER_POINTER.map((name) => [name, accent])),
      },
      ...Object.fromEntries(FILLED.map((name) => [name, filled(fill)])),
      // A word in the corner never lies upon the buttons of a dialog or a drawer.
      Notification: { zIndexPopup: 900 },
      Form: { itemMarginBottom: 24, verticalLabelPadding: '0 0 4px' },
    },
  }
}

const UNDER_POINTER = [
  'defaultHoverColor',
  'defaultHoverBorderColor',
  'defaultActiveColor',
  'defaultActiveBorderColor',
] as const

/** Components that paint themselves with the primary colour, under white. */
const FILLED = ['Checkbox', 'DatePicker', 'Radio', 'Slider', 'Steps', 'Switch', 'Badge'] as const

function filled(fill: string) {
  return { colorPrimary: fill, colorPrimaryHover: pressed(fill, 0.1), colorPrimaryActive: pressed(fill, 0.2) }
}

/** The ground of what is chosen: of a red accent the palette would make a muddy brown. */
function selected(accent: string) {
  const { panel } = TOKENS.light
  return { colorPrimaryBg: tinted(accent, panel, 0.06), colorPrimaryBgHover: tinted(accent, panel, 0.08) }
}

/**
 * In the dark a colour cannot be both a fill under white and a text on the ground. The primary colour is then the text
 * (selected items, tabs, pages); the dark algorithm would darken it.
 */
function withAccent(accent: string): MappingAlgorithm {
  return (seed, map = antd.darkAlgorithm(seed)) => ({
    ...map,
    colorPrimary: accent,
    colorPrimaryHover: accent,
    colorPrimaryActive: accent,
    colorPrimaryText: accent,
    colorPrimaryTextHover: accent,
    colorPrimaryTextActive: accent,
    colorPrimaryBorder: accent,
    colorPrimaryBg: TOKENS.dark.neutralTint,
    colorPrimaryBgHover: TOKENS.dark.line,
  })
}

function reducesMotion(): boolean {
  return typeof matchMedia === 'function' && matchMedia('(prefers-reduced-motion: reduce)').matches
}

/** Custom properties (`--kb-…`) of a mode, for the style sheets of the shell and the kit. */
export function propertiesOf(themeColor: string, mode: Mode): Record<string, string> {
  const accent = accentOf(themeColor, mode)
  const own = Object.entries(TOKENS[mode]).map(([name, value]) => [`--kb-${dashed(name)}`, value] as const)
  return Object.fromEntries([
    ...own,
    ['--kb-accent', accent],
    ['--kb-fill', fillOf(themeColor, mode)],
    ['--kb-font', FONT],
  ])
}

function dashed(name: string): string {
  return name.replace(/[A-Z0-9]/g, (c) => `-${c.toLowerCase()}`)
}
