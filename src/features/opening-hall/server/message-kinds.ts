import type { MessageKind } from '#server/feature.ts'
import { BOND_FAULT } from './bond-messages.ts'
import { ANSWER_WANTED } from './joint-messages.ts'
import { OFFER_DUE, OFFER_STARTED } from './offer-messages.ts'
import { OUTAGE } from './outage.ts'

const URGENT = ['email', 'sms', 'wechat'] as const

/** What an opening tells people who may not be looking. */
export const messageKinds: readonly MessageKind[] = [
  {
    kind: ANSWER_WANTED,
    label: '请参与共同开启',
    group: '联合密钥',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: URGENT,
    isEssential: true,
    isTimely: true,
  },
  {
    kind: OUTAGE,
    label: '平台中断，解密时间顺延',
    group: '开标',
    workbenches: ['purchaser', 'agency', 'supplier'],
    channels: URGENT,
    isEssential: true,
    isTimely: true,
  },
  {
    kind: OFFER_DUE,
    label: '可以进行报价开标',
    group: '开标',
    workbenches: ['purchaser', 'agency'],
    channels: URGENT,
    isTimely: true,
  },
  {
    kind: OFFER_STARTED,
    label: '报价开标已开始',
    group: '开标',
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
    isTimely: true,
  },
  {
    kind: BOND_FAULT,
    label: '投标保证金不符合要求',
    group: '开标',
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
  },
]
