import type { OutputOf } from '#contract/endpoint.ts'
import { keptDocuments, reuseDocument } from '#features/procurement/contract/supplier.ts'
import { offeredOf } from '#features/procurement/rules/kept.ts'
import type { FileRef } from '#web/kit/file-list.tsx'
import { KeptFiles } from '#web/kit/kept-files.tsx'
import { useAction, useCall } from '#web/use-call.ts'

type Kept = OutputOf<typeof keptDocuments>['rows'][number]

interface KeptDocumentsProps {
  /** What the document is called in the call. */
  kind: string
  value: readonly FileRef[]
  /** With what is known of the certificate that was taken. */
  onChange: (files: FileRef[], taken: { number: string; validUntil: string | null }) => void
}

/** What the company has on record of a document that a call asks for. */
export function KeptDocuments({ kind, value, onChange }: KeptDocumentsProps) {
  const { data } = useCall(keptDocuments, {})
  const reuse = useAction(reuseDocument, { success: '已选用' })
  const take = async ({ fileId, sha256, number, validUntil }: Kept) => {
    const outcome = await reuse.run({ params: { fileId }, body: { sha256, use: 'recruit-apply' } })
    if (outcome.ok) onChange([...value, outcome.data], { number, validUntil })
  }
  const offered = offeredOf(data?.rows ?? [], { kind, value })
  return <KeptFiles label={kind} files={offered} busy={reuse.busy} onTake={(one) => void take(one)} />
}
