/** What of a record may be shown to another company. Remarks, reasons and drafts never are. */
export const SHARED_FIELDS = {
  state: '库状态',
  categories: '供应品类与有效期',
  grade: '等级',
  certificates: '资质',
  lists: '名单记录',
  orders: '合作采购单',
} as const
export type SharedField = keyof typeof SHARED_FIELDS
