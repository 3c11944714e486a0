import type { FormSection } from './form-fields.tsx'

/** The last part of a form that changes a tenant's policy: what it is based on. */
export const POLICY_REASON: FormSection = {
  title: '调整依据',
  fields: [
    {
      kind: 'area',
      name: 'reason',
      label: '依据',
      required: true,
      wide: true,
      maxLength: 500,
      rows: 3,
      help: '写明文件或会议决定，与调整前后的内容一并记入审计日志',
    },
  ],
}
