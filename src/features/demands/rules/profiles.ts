import type { Workbench } from '#contract/workbench.ts'

/** A field that the answers of a profile have beside those that all have. */
export interface AnswerField {
  key: string
  label: string
  kind: 'text' | 'area' | 'amount' | 'day'
  isRequired?: boolean
}

/** A variant of demands as data: what it is called, where it stands, what it asks. */
export interface Profile {
  label: string
  /** First letters of its numbers. */
  codePrefix: string
  /** Whether it may be asked again with adjusted parameters. */
  rounds: 'one' | 'many'
  answerFields: readonly AnswerField[]
  /** First part of its addresses, by workbench. */
  base: Readonly<Record<'purchaser' | 'agency' | 'supplier', string>>
  /** Code of its entry in the menu. */
  menu: string
}

export const PROFILES = {
  general: {
    label: '采购需求',
    codePrefix: 'XQ',
    rounds: 'one',
    answerFields: [
      { key: 'delivery', label: '交付（供货、工期）周期', kind: 'text' },
      { key: 'warranty', label: '质保与售后服务', kind: 'area' },
      { key: 'upkeep', label: '后续运维、升级、耗材等费用', kind: 'area' },
    ],
    base: { purchaser: '/purchaser/demands', agency: '/agency/demands', supplier: '/supplier/demand' },
    menu: 'demands',
  },
} as const satisfies Record<string, Profile>
export type ProfileName = keyof typeof PROFILES

export type Side = 'purchaser' | 'agency'

/** The profile of a demand. */
export function profileOf(name: string): Profile {
  return PROFILES[name as ProfileName]
}

/** Whose side of the table a workbench of the buyer's side is. */
export function sideOf(workbench: Workbench | null): Side {
  return workbench === 'agency' ? 'agency' : 'purchaser'
}
