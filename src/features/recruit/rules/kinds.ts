/** What a document of an application proves; `requireType` of the calls. */
export const REQUIRE_TYPES = {
  licence: '营业执照',
  qualification: '资质证书',
  product: '产品资料',
  sample: '样品资料',
  other: '其他材料',
} as const
export type RequireType = keyof typeof REQUIRE_TYPES

export const OPENNESS = { open: '公开征集', chosen: '定向征集' } as const
export type Openness = keyof typeof OPENNESS

/** When the fee of an application is due. */
export const FEE_TIMINGS = { none: '不收取', signUp: '提交申请时缴纳', passed: '审核通过后缴纳' } as const
export type FeeTiming = keyof typeof FEE_TIMINGS

/** Certificates have a number and an end, and are of no use behind it. */
export function isCertificate(type: RequireType): boolean {
  return type === 'qualification'
}
