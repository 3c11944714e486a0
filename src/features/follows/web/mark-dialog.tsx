import type { BodyOf } from '#contract/endpoint.ts'
import { ActionDialog } from '#web/kit/action-dialog.tsx'
import { StatusTag } from '#web/kit/status-tag.tsx'
import { markCompany } from '../contract.ts'

export interface Marked {
  companyId: string
  name: string
  tag?: string
  remark?: string
}

/** A tag and a remark of a company, for the own company alone. */
export function MarkDialog({ company: { companyId, name, tag = '', remark = '' }, onClose }: MarkDialogProps) {
  return (
    <ActionDialog
      title={`标记“${name}”`}
      endpoint={markCompany}
      schema={markCompany.body}
      initial={{ tag, remark }}
      fields={[
        { kind: 'text', name: 'tag', label: '标记', required: true, maxLength: 10, help: '如：重点客户、竞争对手' },
        { kind: 'area', name: 'remark', label: '备注', maxLength: 200, rows: 3 },
      ]}
      input={(body: BodyOf<typeof markCompany>) => ({ params: { companyId }, body })}
      hint="仅本单位可见，对方不会得知。"
      success="已标记"
      onClose={onClose}
    />
  )
}

interface MarkDialogProps {
  company: Marked
  onClose: () => void
}

export function MarkText({ tag, remark }: { tag: string; remark: string }) {
  return (
    <span className="kb-stack kb-gap-4 kb-items-start">
      <StatusTag label={tag} tone="active" />
      {remark && <span className="kb-note kb-break">{remark}</span>}
    </span>
  )
}
