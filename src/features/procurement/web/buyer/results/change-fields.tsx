import { Input, Radio } from 'antd'
import { useId } from 'react'
import { toast } from '#web/feedback.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { say } from '../../../methods/say.ts'
import { causeLabel } from '../../../rules/result-change.ts'
import type { OrderDetail } from '../tones.ts'

/** What whoever changes a result says of it. */
export interface ChangeValues<C extends string> {
  cause: C | null
  reason: string
  evidence: FileRef[]
}

export const NO_CHANGE = { cause: null, reason: '', evidence: [] }

interface ChangeFieldsProps<C extends string> {
  order: OrderDetail
  causes: readonly C[]
  value: ChangeValues<C>
  onChange: (value: Partial<ChangeValues<C>>) => void
}

/** Why a result is changed: a cause that the law names, the facts in words, and what proves them. */
export function ChangeFields<C extends string>({ order, causes, value, onChange }: ChangeFieldsProps<C>) {
  const id = useId()
  return (
    <section className="kb-section">
      <h2>变更原因</h2>
      <Radio.Group
        className="kb-stack"
        aria-label="变更原因"
        value={value.cause}
        options={causes.map((cause) => ({ value: cause, label: say(order, causeLabel(cause)) }))}
        onChange={(event) => onChange({ cause: event.target.value as C })}
      />
      <div className="kb-stack kb-gap-6 kb-reading kb-above-16">
        <label htmlFor={id}>具体说明</label>
        <Input.TextArea
          id={id}
          rows={3}
          maxLength={2000}
          showCount
          value={value.reason}
          placeholder="事实、时间和依据，不少于 10 个字；记入审计链，不写入公告"
          onChange={(event) => onChange({ reason: event.target.value })}
        />
      </div>
      <div className="kb-stack kb-gap-6 kb-reading kb-above-20">
        <span>证明材料</span>
        <FileUpload
          use="result-evidence"
          label="上传证明材料"
          most={1}
          accept=".pdf,.png,.jpg,.jpeg"
          value={value.evidence}
          onChange={(files) => onChange({ evidence: files.slice(-1) })}
        />
        <span className="kb-muted">如放弃声明、异议答复、行政监督部门的认定，PDF 或图片一份</span>
      </div>
    </section>
  )
}

/** The change as its call takes it; what is missing is told, and there is none. */
export function changeOf<C extends string>({ cause, reason, evidence }: ChangeValues<C>, version: number) {
  const [file] = evidence
  const missing = !cause ? '请选择变更原因' : reason.trim().length < 10 ? '具体说明不少于 10 个字' : '请上传证明材料'
  if (!cause || reason.trim().length < 10 || !file) {
    toast.error(missing)
    return null
  }
  return { version, cause, reason: reason.trim(), evidence: { fileId: file.fileId, name: file.name } }
}

/** What a change that was handed in for approval carried, as this page holds it. */
export function submittedChange<C extends string>(change: {
  cause: C
  reason: string
  evidence: { fileId: string; name: string }
}): ChangeValues<C> {
  return { cause: change.cause, reason: change.reason, evidence: [{ ...change.evidence, size: 0, sha256: '' }] }
}
