import { Button } from 'antd'
import { formatDate } from '#contract/time.ts'
import { keptDocuments, reuseDocument } from '#features/procurement/contract/supplier.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { useAction, useCall } from '#web/use-call.ts'

interface KeptFilesProps {
  /** What the document is called in the call. */
  kind: string
  value: readonly FileRef[]
  onChange: (files: FileRef[]) => void
}

/** What the company has on record of a document, taken over by one click instead of being uploaded again. */
export function KeptFiles({ kind, value, onChange }: KeptFilesProps) {
  const { data } = useCall(keptDocuments, {})
  const reuse = useAction(reuseDocument, { success: '已选用' })
  const isOffered = (one: { kind: string; sha256: string }) =>
    one.kind === kind && !value.some(({ sha256 }) => sha256 === one.sha256)
  const offered = (data?.rows ?? []).filter(isOffered)
  if (offered.length === 0) return null
  const take = async ({ fileId, sha256 }: { fileId: string; sha256: string }) => {
    const outcome = await reuse.run({ params: { fileId }, body: { sha256, use: 'recruit-apply' } })
    if (outcome.ok) onChange([...value, outcome.data])
  }
  return (
    <ul className="kb-above-8" aria-label={`可选用的${kind}`}>
      {offered.map((one) => (
        <li key={one.fileId} className="kb-row kb-tight kb-wrap">
          <Button size="small" disabled={reuse.busy} onClick={() => void take(one)}>
            选用
          </Button>
          <span>{one.name}</span>
          <small>
            {one.source === 'certification' ? '企业认证资料' : '上次报名资料'} {formatDate(one.at)}
          </small>
        </li>
      ))}
    </ul>
  )
}
