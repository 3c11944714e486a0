import { contrast } from '#contract/color.ts'
import type { Problem } from './certification.ts'

/** WCAG 2.2 AA for text: the accent carries white text, and is text on white. */
export const LEAST_CONTRAST = 4.5

/** Addresses of the platform itself, which no alias may look like. */
const TAKEN = new Set(['api', 'admin', 'login', 'portal', 'register', 'assets', 'www', 'default', 'verify'])

export interface Brand {
  alias: string
  themeColor: string
  openHallTitle: string
}

/** Contrast of `#rrggbb` against white, 1 to 21; 0 for anything else. */
export function contrastOnWhite(color: string): number {
  return /^#[0-9a-f]{6}$/i.test(color) ? contrast(color, '#ffffff') : 0
}

/** What is wrong with a brand, at its fields. */
export function brandProblems(brand: Brand): Problem[] {
  const problems: Problem[] = []
  const ratio = contrastOnWhite(brand.themeColor)
  if (ratio === 0) problems.push({ path: 'themeColor', message: '请输入 #RRGGBB 格式的颜色' })
  else if (ratio < LEAST_CONTRAST)
    problems.push({
      path: 'themeColor',
      message: `与白色的对比度为 ${ratio.toFixed(2)}，须不低于 ${LEAST_CONTRAST}，请选择更深的颜色`,
    })
  if (!/^[a-z][a-z0-9-]{1,19}$/.test(brand.alias))
    problems.push({ path: 'alias', message: '门户别名为2至20位小写字母、数字或连字符，以字母开头' })
  else if (TAKEN.has(brand.alias)) problems.push({ path: 'alias', message: '该别名为平台保留，请更换' })
  if (brand.openHallTitle.length < 4 || brand.openHallTitle.length > 30)
    problems.push({ path: 'openHallTitle', message: '开标大厅名称为4至30个字' })
  return problems
}

/** What is wrong with the addresses of a tenant; those it has already (`kept`) are not judged. */
export function hostProblems(hosts: readonly string[], kept: readonly string[] = []): Problem[] {
  const wrong = hosts.find((host) => !kept.includes(host) && !HOST.test(host))
  if (wrong === undefined) return []
  return [{ path: 'hosts', message: `域名格式不正确：${wrong}，应如 caigou.example.cn` }]
}

const HOST = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)+$/

/** A mark with the first character of a name on the accent: crisp at every size, as a data address. */
export function letterLogo(name: string, color: string): string {
  const character = [...name][0] ?? ''
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="14" fill="${color}"/>` +
    `<text x="32" y="45" font-size="36" font-weight="700" text-anchor="middle" fill="#fff" font-family="Noto Serif SC,serif">${escaped(character)}</text></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}

function escaped(character: string): string {
  return { '<': '&lt;', '>': '&gt;', '&': '&amp;' }[character] ?? character
}
