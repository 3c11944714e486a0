import fc from 'fast-check'
import { expect, it } from 'vitest'
import { contrast } from '#contract/color.ts'
import { loginAddress, safeReturn } from './navigation.ts'
import { accentOf, propertiesOf, themeFor } from './theme.ts'

const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => `#${n.toString(16).padStart(6, '0')}`)

it('makes any tenant colour legible as text, in both modes', () => {
  fc.assert(
    fc.property(color, (tenant) => {
      expect(contrast(accentOf(`${tenant},#fff`, 'light'), '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(accentOf(tenant, 'dark'), '#182439')).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('keeps white legible on the fills of any tenant, and text on selected items in the dark', () => {
  fc.assert(
    fc.property(color, fc.constantFrom('light' as const, 'dark' as const), (tenant, mode) => {
      const properties = propertiesOf(tenant, mode)
      expect(contrast(properties['--kb-fill']!, '#ffffff')).toBeGreaterThanOrEqual(4.5)
      expect(contrast(properties['--kb-accent']!, properties['--kb-neutral-tint']!)).toBeGreaterThanOrEqual(4.5)
    }),
  )
})

it('grounds what is chosen in a tint of any tenant colour that keeps its text legible', () => {
  fc.assert(
    fc.property(color, (tenant) => {
      const { colorPrimaryBg, colorPrimaryBgHover } = themeFor(tenant, 'light').token!
      for (const ground of [colorPrimaryBg!, colorPrimaryBgHover!]) {
        expect(contrast(accentOf(tenant, 'light'), ground)).toBeGreaterThanOrEqual(4.5)
        expect(contrast(ground, '#ffffff')).toBeLessThan(1.35)
      }
    }),
  )
})

it.each(['light', 'dark'] as const)('keeps what cannot be pressed legible, %s', (mode) => {
  const { colorTextDisabled, colorBgContainerDisabled, colorBgElevated } = themeFor('#0958d9', mode).token!
  expect(contrast(colorTextDisabled!, colorBgContainerDisabled!)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(colorTextDisabled!, colorBgElevated!)).toBeGreaterThanOrEqual(4.5)
})

it.each(['light', 'dark'] as const)('keeps a button legible under the pointer, %s', (mode) => {
  const { components, token } = themeFor('#0958d9', mode)
  for (const name of ['defaultHoverColor', 'defaultActiveColor'] as const) {
    const color = components?.Button?.[name]
    for (const ground of [token!.colorBgContainer!, token!.colorBgElevated!])
      expect(contrast(color!, ground), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5)
  }
})

it('keeps a word in the corner below dialogs and drawers, which begin at 1000', () => {
  expect(themeFor('#0958d9', 'light').components?.Notification?.zIndexPopup).toBeLessThan(1000)
})

it('leaves a legible colour as it is, and falls back on nonsense', () => {
  expect(accentOf('#0958D9', 'light')).toBe('#0958d9')
  expect(accentOf('red', 'light')).toBe('#0958d9')
})

it('comes back only to places of this application', () => {
  expect(safeReturn('/purchaser/x?a=1')).toBe('/purchaser/x?a=1')
  for (const evil of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/login?x',
    '',
    null,
  ]) {
    expect(safeReturn(evil)).toBe('/')
  }
  expect(loginAddress('/notice?page=2')).toBe('/login?returnUrl=%2Fnotice%3Fpage%3D2')
})
