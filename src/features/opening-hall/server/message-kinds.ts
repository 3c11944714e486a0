import { type MessageKind, URGENT } from '#server/feature.ts'
import { BOND_FAULT } from './bond-messages.ts'
import { ANSWER_WANTED } from './joint-messages.ts'
import { OFFER_DUE, OFFER_STARTED } from './offer-messages.ts'
import { OUTAGE } from './outage.ts'

const OPENING = { group: '开标', channels: URGENT, isTimely: true } as const
const EVERYBODY = ['purchaser', 'agency', 'supplier'] as const

/** What an opening tells people who may not be looking. */
export const messageKinds: readonly MessageKind[] = [
  {
    ...OPENING,
    kind: ANSWER_WANTED,
    label: '请参与共同开启',
    group: '联合密钥',
    workbenches: EVERYBODY,
    isEssential: true,
  },
  { ...OPENING, kind: OUTAGE, label: '平台中断，解密时间顺延', workbenches: EVERYBODY, isEssential: true },
  { ...OPENING, kind: OFFER_DUE, label: '可以进行报价开标', workbenches: ['purchaser', 'agency'] },
  { ...OPENING, kind: OFFER_STARTED, label: '报价开标已开始', workbenches: ['supplier'], isEssential: true },
  {
    kind: BOND_FAULT,
    label: '投标保证金不符合要求',
    group: '开标',
    workbenches: ['supplier'],
    channels: URGENT,
    isEssential: true,
  },
]
