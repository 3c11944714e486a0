/** Feature code of tenants that have a document centre. */
export const DOCUMENT_CENTRE = 'documentCentre'

/** What a shared document is for. */
export const DOCUMENT_CATEGORIES = {
  policy: '制度文件',
  manual: '操作手册',
  form: '表单模板',
  notice: '通知公告',
} as const
export type DocumentCategory = keyof typeof DOCUMENT_CATEGORIES
export const CATEGORY_CODES = Object.keys(DOCUMENT_CATEGORIES) as [DocumentCategory, ...DocumentCategory[]]
