import type { TemplateKind } from '../rules/kinds.ts'

const BASE = '/enterprise/templates'

/** Where the pages of templates stand. */
export const templateAddresses = {
  list: (kind: TemplateKind) => `${BASE}/${kind}`,
  detail: (kind: TemplateKind, templateId: string) => `${BASE}/${kind}/${templateId}/detail`,
  edit: (kind: TemplateKind, templateId: string) => `${BASE}/${kind}/${templateId}/edit`,
  categories: '/enterprise/demands-category',
  library: (orderId?: string) => `/library/bidding/info${orderId ? `?orderId=${orderId}` : ''}`,
}
