/** What a company demands of its orders where it has a year's plan in force. */
export const NAMING = { off: '不要求', warn: '提醒', block: '必须' } as const
export type Naming = keyof typeof NAMING

/** What happens to an order that its line does not cover. */
export const OVERRUN = { warn: '提醒后允许超支', block: '不允许超支' } as const
export type Overrun = keyof typeof OVERRUN

export interface Policy {
  naming: Naming
  overrun: Overrun
}

/** Of a company that has set none. */
export const DEFAULT_POLICY: Policy = { naming: 'off', overrun: 'block' }

/** Levels of use at which departments are told, and the last days of a year in which what is left is. */
export const NOTICES = {
  used100: { label: '已用完', share: 100 },
  used80: { label: '已使用 80% 以上', share: 80 },
  ending: { label: '年度即将结束', share: 0 },
} as const
export type NoticeLevel = keyof typeof NOTICES
export const ENDING_DAYS = 60
