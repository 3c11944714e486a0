import { RIGHTS, type Right } from '#features/passport/rules-rights.ts'
import type { AdminMenu } from '../contract-admin.ts'

/** The conditions of a gate in words, one for each; a gate without any lets everybody through. */
export function wordsOf(gate: NonNullable<AdminMenu['gate']>): string[] {
  const { companies, withHierarchy, features, institutions, systemRight, substituteRight } = gate
  const words: string[] = []
  if (companies.length > 0) {
    const names = companies.slice(0, 2).map((one) => one.name)
    const more = companies.length > 2 ? `等${companies.length}家` : ''
    words.push(`企业：${names.join('、')}${more}${withHierarchy ? '及其下级' : ''}`)
  }
  if (features.length > 0) words.push(`灰度功能：${features.join(' 或 ')}`)
  if (institutions.length > 0) words.push(`监管机构：${institutions.join(' 或 ')}`)
  const rights = [
    systemRight && `平台授予“${labelOf(systemRight)}”且本人为管理员或持有`,
    substituteRight && `本人持有“${labelOf(substituteRight)}”`,
  ].filter(Boolean)
  if (rights.length > 0) words.push(rights.join('；或 '))
  return words.length > 0 ? words : ['所有企业']
}

export function labelOf(right: string): string {
  return right in RIGHTS ? RIGHTS[right as Right].label : right
}
