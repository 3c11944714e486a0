/** Methods that share their pages, by the first address part of their list, and what the list is called. */
export const FAMILIES = {
  bidding: '招标采购',
  compete: '竞价采购',
  inquiry: '询价采购',
  'direct-purchase': '直接采购',
} as const
export type Family = keyof typeof FAMILIES
