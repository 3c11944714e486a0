/** What records are about, by the names that features give; a name without a label is shown as it is. */
export const ENTITIES: Readonly<Record<string, string>> = {
  project: '采购项目',
  order: '采购单',
  trade: '参与记录',
  question: '提问',
  objection: '异议',
  bid: '投标',
  'bid-key': '投标密钥',
  opening: '开标',
  review: '评审',
  expert: '专家',
  purchaser: '采购人',
  supplier: '供应商',
  user: '账号',
  audit: '审计记录',
}

export function entityLabel(entity: string): string {
  return ENTITIES[entity] ?? entity
}
