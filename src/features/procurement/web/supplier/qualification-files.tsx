import type { OutputOf } from '#contract/endpoint.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { FileUpload } from '#web/kit/file-upload.tsx'
import { DayInput } from '#web/kit/instant-input.tsx'
import { KeptFiles } from '#web/kit/kept-files.tsx'
import { Labelled } from '#web/kit/labelled.tsx'
import { useAction, useCall } from '#web/use-call.ts'
import { keptDocuments, reuseDocument } from '../../contract/supplier.ts'
import { offeredOf } from '../../rules/kept.ts'
import type { LapseStanding } from '../../contract/shared.ts'
import { LapseNote } from './lapse-note.tsx'

type Kept = OutputOf<typeof keptDocuments>['rows'][number]

/** A document of a sign-up; `validUntil`: its last day, where it is stated. */
export interface SignUpFile extends FileRef {
  validUntil?: string | null
}

interface QualificationFilesProps {
  /** What the documents are called in the demand. */
  kind: string
  label: string
  most: number
  accept: string
  /** What the purchaser knows of the company's certificate, where that ends. */
  lapse: LapseStanding | undefined
  id?: string
  value?: SignUpFile[]
  onChange?: (files: SignUpFile[]) => void
}

/**
 * Documents demanded with a sign-up: uploaded, or taken over from what the company has on record, by one click. Where the
 * purchaser knows one that ends, the renewed one is asked for with its last day.
 */
export function QualificationFiles({
  kind,
  most,
  accept,
  label,
  lapse,
  id,
  value = [],
  onChange,
}: QualificationFilesProps) {
  const { data } = useCall(keptDocuments, {})
  const reuse = useAction(reuseDocument, { success: '已选用' })
  // What the purchaser knows to end is no renewed one.
  const offered = offeredOf(data?.rows ?? [], { kind, value }).filter(
    (one) => !lapse || one.validUntil === null || one.validUntil > lapse.validUntil,
  )
  const validUntil = value.find((one) => one.validUntil)?.validUntil ?? null
  const take = async ({ fileId, sha256, validUntil: until }: Kept) => {
    const outcome = await reuse.run({ params: { fileId }, body: { sha256 } })
    if (outcome.ok) onChange?.([...value, { ...outcome.data, validUntil: until ?? validUntil }])
  }
  return (
    <>
      {lapse && (
        <p className="kb-below-8">
          <LapseNote lapse={lapse} />
        </p>
      )}
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
      {(lapse ?? validUntil) && value.length > 0 && (
        <div className="kb-above-8">
          <Labelled label={`${label}有效期至`}>
            {(field) => (
              <DayInput
                id={field}
                future
                value={validUntil}
                onChange={(day) => onChange?.(value.map((one) => ({ ...one, validUntil: day ?? null })))}
              />
            )}
          </Labelled>
        </div>
      )}
    </>
  )
}
