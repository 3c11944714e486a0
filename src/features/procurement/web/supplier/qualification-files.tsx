import { Button } from 'antd'
import type { OutputOf } from '#contract/endpoint.ts'
import { formatDate } from '#contract/time.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { keptDocuments, reuseDocument } from '../../contract/supplier.ts'

type Kept = OutputOf<typeof keptDocuments>['rows'][number]

interface QualificationFilesProps {
  /** What the documents are called in the demand. */
  kind: string
  label: string
  most: number
  accept: string
  id?: string
  value?: FileRef[]
  onChange?: (files: FileRef[]) => void
}

/** Documents demanded with a sign-up: uploaded, or taken over from what the company has on record, by one click. */
export function QualificationFiles({ kind, most, accept, label, id, value = [], onChange }: QualificationFilesProps) {
  const { data } = useCall(keptDocuments, {})
  const reuse = useAction(reuseDocument, { success: '已选用' })
  const offered = (data?.rows ?? []).filter(
    (one) => one.kind === kind && !value.some(({ sha256 }) => sha256 === one.sha256),
  )
  const take = async ({ fileId, sha256 }: Kept) => {
    const outcome = await reuse.run({ params: { fileId }, body: { sha256 } })
    if (outcome.ok) onChange?.([...value, outcome.data])
  }
  return (
    <>
      <FileUpload
        use="qualification"
        most={most}
        accept={accept}
        label={`上传${label}`}
        value={value}
        {...(id ? { id } : {})}
        {...(onChange ? { onChange } : {})}
      />
      {value.length < most && offered.length > 0 && (
        <ul className="kb-above-8" aria-label={`可选用的${label}`}>
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
      )}
    </>
  )
}
