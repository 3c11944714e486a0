/** Whose certificate it is. */
export const KINDS = {
  enterprise: '企业证书',
  legalPerson: '法定代表人证书',
  agent: '经办人证书',
} as const
export type Kind = keyof typeof KINDS

/** Where the key is kept. */
export const MEDIA = {
  browser: '本机浏览器证书',
  usb: 'USB Key',
  cloud: '云证书',
  mobile: '移动证书',
} as const
export type Medium = keyof typeof MEDIA

/** What cannot be had yet, and why. Nothing stands in for what is not connected. */
export const NOT_OFFERED: Partial<Record<Medium, string>> = {
  cloud: '暂未接入，平台不代为保管密钥',
  mobile: '暂未接入',
}

export const SUITES = { intl: '国际算法（P-256）', gm: '国密算法（SM2）' } as const
export type Suite = keyof typeof SUITES

/** What is asked for: a first certificate, or a change of one. */
export const ACTS = { new: '新办', rename: '信息变更', renew: '续期', replace: '补办' } as const
export type Act = keyof typeof ACTS
