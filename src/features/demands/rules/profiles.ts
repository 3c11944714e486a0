import type { Workbench } from '#contract/workbench.ts'
import { MEDICAL } from './medical.ts'
import type { Profile } from './profile.ts'

const ORDER = '/orders/:orderId'

export const PROFILES = {
  general: {
    label: '采购需求',
    codePrefix: 'XQ',
    rounds: 'one',
    demandFields: [],
    answerFields: [
      { key: 'delivery', label: '交付（供货、工期）周期', kind: 'text' },
      { key: 'warranty', label: '质保与售后服务', kind: 'area' },
      { key: 'upkeep', label: '后续运维、升级、耗材等费用', kind: 'area' },
    ],
    checksAnswers: false,
    warnsOfBrands: false,
    expiry: null,
    permit: null,
    lifeCycle: null,
    base: { purchaser: '/purchaser/demands', agency: '/agency/demands', supplier: '/supplier/demand' },
    pages: {
      list: '/list',
      create: '/orders/create',
      edit: `${ORDER}/create`,
      editSurvey: `${ORDER}/create`,
      detail: `${ORDER}/detail`,
      survey: `${ORDER}/survey`,
      conclude: `${ORDER}/survey?edit=conclusion`,
      move: `${ORDER}/survey`,
      rounds: `${ORDER}/survey`,
      collection: `${ORDER}/survey`,
      trades: `${ORDER}/sign-up/list`,
      check: `${ORDER}/sign-up/:tradeId/audit`,
      answer: `${ORDER}/sign-up/:tradeId/response`,
      entry: `${ORDER}/entry`,
    },
    letters: null,
    menu: 'demands',
  },
  medical: MEDICAL,
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
