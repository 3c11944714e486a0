import type { FileRef } from '#web/kit/file-list.tsx'
import type { Field } from '#web/kit/form-fields.tsx'

/** What a supplier fills in to object. */
export interface ObjectionValues {
  subject: string
  content: string
  files?: FileRef[]
}

export const OBJECTION_FIELDS: Field[] = [
  { kind: 'text', name: 'subject', label: '异议事项', required: true, wide: true },
  { kind: 'area', name: 'content', label: '事实与理由', required: true, rows: 8, maxLength: 5000 },
  {
    kind: 'files',
    name: 'files',
    label: '附件',
    use: 'objection',
    most: 10,
    accept: '.pdf,.docx,.xlsx,.png,.jpg,.jpeg',
  },
]

/** The fields as the call takes them. */
export function objectionBody({ subject, content, files = [] }: ObjectionValues) {
  return { subject, content, files: files.map(({ fileId, name }) => ({ fileId, name })) }
}
