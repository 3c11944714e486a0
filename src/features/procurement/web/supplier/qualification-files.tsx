import type { OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { KeptFiles } from '#web/kit/kept-files.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { keptDocuments, reuseDocument } from '../../contract/supplier.ts'
import { offeredOf } from '../../rules/kept.ts'

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
  const offered = offeredOf(data?.rows ?? [], { kind, value })
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
      {value.length < most && (
        <KeptFiles label={label} files={offered} busy={reuse.busy} onTake={(one) => void take(one)} />
      )}
    </>
  )
}
